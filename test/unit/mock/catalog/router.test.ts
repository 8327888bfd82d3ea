/** Routing: literals have precedence over variables, custom verbs over names, and the longest match wins. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandPath } from '../../../../runtime/paths/expand.js';
import { matchPath } from '../../../../runtime/paths/match.js';
import { Router } from '../../../../mock/catalog/router.js';
import { compileMethod, readPathParameters } from '../../../../mock/catalog/method.js';
import { dns } from '../fixtures.js';
import { anyCharacter } from '../../../support/any-character.js';

function createRouter(...templates: readonly string[]): Router<string> {
  const router = new Router<string>();
  for (const template of templates) router.add({ template, method: 'GET' }, template);
  return router;
}

function findRoute(router: Router<string>, path: string): string | undefined {
  const match = router.find(path, 'GET');
  return match.kind === 'match' ? match.value : undefined;
}

function readParameters(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const match = createRouter(template).find(path, 'GET');
  if (match.kind !== 'match') return undefined;
  const method = compileMethod(
    dns,
    { method: { id: 'x', httpMethod: 'GET', path: template }, action: { kind: 'notImplemented' } },
    { resource: undefined, itemFields: undefined },
  );
  return Object.fromEntries(readPathParameters(method, match.segments));
}

describe('the router', () => {
  const router = createRouter(
    'v1/things/{thing}',
    'v1/things/special',
    'v1/things/{thing}:stop',
    'v1/things/{thing}/parts',
    'v1/things/special/parts/{part}',
    'v1/{name=**}:stop',
    'v1/files/{file=**}',
    'v1/files/{file=**}/versions/{version}',
    'v1/mixed/a-{x}.{y}',
    'v1/mixed/{z}',
  );

  it('finishes for templates with many variables', () => {
    const list = (count: number, format: (index: number) => string): string => Array.from({ length: count }, (_, i) => format(i)).join('');
    const mixed = `v1/${list(200, (i) => `{p${i}}-`)}x`;
    const wild = `v2/${list(50, (i) => `{p${i}=**}/x/`)}end`;
    const hostile = createRouter(mixed, wild);
    expect(findRoute(hostile, `/v1/${'a-'.repeat(2000)}`)).toBeUndefined();
    expect(findRoute(hostile, `/v1/${'a-'.repeat(2000)}x`)).toBe(mixed);
    expect(findRoute(hostile, `/v2/${'x/'.repeat(2000)}y`)).toBeUndefined();
    expect(findRoute(hostile, `/v2/${'x/'.repeat(2000)}end`)).toBe(wild);
    expect(Object.keys(readParameters(mixed, `/v1/${'a-'.repeat(2000)}x`) ?? {})).toHaveLength(200);
  });

  it.each([
    ['/v1/things/special/', 'v1/things/special'],
    ['/v1/things/a:stop/', 'v1/things/{thing}:stop'],
    ['/v1/things/a/:stop', 'v1/things/{thing}:stop'],
    ['/v1/files/a/b/versions/c/', 'v1/files/{file=**}/versions/{version}'],
    ['/v1/things//', undefined],
    // The slash can be the end of the name.
    ['/v1/files/a/', undefined],
  ])('ignores a slash at the end of a path, or before a verb: %s', (path, template) => {
    expect(findRoute(router, path)).toBe(template);
  });

  it('keeps a plus sign in a path, also alone in a segment', () => {
    expect(readParameters('v1/things/{thing}', '/v1/things/+')).toEqual({ thing: '+' });
    expect(readParameters('v1/things/{thing}', '/v1/things/a+b%2B')).toEqual({ thing: 'a+b+' });
  });

  it('matches zero segments with `**` unless another route matches', () => {
    const documents = createRouter('v1/{name=documents/**}', 'v1/{parent=documents/**}/{id}', 'v1/{all=**}');
    expect(findRoute(documents, '/v1/documents')).toBe('v1/{name=documents/**}');
    expect(findRoute(documents, '/v1/documents/a')).toBe('v1/{parent=documents/**}/{id}');
    expect(findRoute(documents, '/v1')).toBeUndefined();
    expect(readParameters('v1/{parent=documents/**}/{id}', '/v1/documents/a')).toEqual({ parent: 'documents', id: 'a' });
    expect(matchPath('v1/{parent=documents/**}/{id}', 'v1/documents/a')).toEqual({ parent: 'documents', id: 'a' });
  });

  it.each([
    ['/v1/things/a', 'v1/things/{thing}'],
    ['/v1/things/special', 'v1/things/special'],
    ['/v1/things/spec%69al', 'v1/things/special'],
    ['/v1/things/a:stop', 'v1/things/{thing}:stop'],
    ['/v1/things/special:stop', 'v1/things/{thing}:stop'],
    ['/v1/things/a%3Astop', 'v1/things/{thing}'],
    ['/v1/things/a:b', 'v1/things/{thing}'],
    ['/v1/things/a:b:stop', 'v1/things/{thing}:stop'],
    ['/v1/things/:stop', 'v1/things/{thing}'],
    ['/v1/other/deep/a:stop', 'v1/{name=**}:stop'],
    ['/v1/things/special/parts', 'v1/things/{thing}/parts'],
    ['/v1/things/special/parts/1', 'v1/things/special/parts/{part}'],
    ['/v1/things/other/parts/1', undefined],
    ['/v1/files/a/b/c', 'v1/files/{file=**}'],
    ['/v1/files/a/b/versions/3', 'v1/files/{file=**}/versions/{version}'],
    ['/v1/files', undefined],
    ['/v1/mixed/a-1.2', 'v1/mixed/a-{x}.{y}'],
    ['/v1/mixed/b-1.2', 'v1/mixed/{z}'],
    ['/v1/things/', undefined],
    ['/v1//things/a', undefined],
    ['/V1/things/a', undefined],
    ['/', undefined],
  ])('%s matches %s', (path, template) => {
    expect(findRoute(router, path)).toBe(template);
  });

  it('falls back to a variable if the literal does not match', () => {
    const both = new Router<string>();
    both.add({ template: 'a/{x}', method: 'GET' }, 'variable');
    both.add({ template: 'a/b', method: 'POST' }, 'literal');
    expect(both.find('/a/b', 'GET')).toMatchObject({ value: 'variable' });
    expect(both.find('/a/b', 'PUT')).toEqual({ kind: 'wrongMethod', allowed: ['GET', 'POST'] });
    expect(both.find('/a/c', 'POST')).toEqual({ kind: 'wrongMethod', allowed: ['GET'] });
    expect(both.find('/c', 'GET')).toEqual({ kind: 'none' });
  });

  it('reads a known verb for any method, and an encoded or unknown verb as part of the name', () => {
    const things = new Router<string>();
    things.add({ template: 'things/{thing}', method: 'GET' }, 'get');
    things.add({ template: 'things/{thing}:stop', method: 'POST' }, 'stop');
    expect(things.find('/things/a:stop', 'POST')).toMatchObject({ value: 'stop', segments: ['things', 'a'] });
    expect(things.find('/things/a:stop', 'GET')).toEqual({ kind: 'wrongMethod', allowed: ['POST'] });
    expect(things.find('/things/a%3Astop', 'GET')).toMatchObject({ value: 'get', segments: ['things', 'a:stop'] });
    expect(things.find('/things/a:go', 'GET')).toMatchObject({ value: 'get', segments: ['things', 'a:go'] });
  });

  it('finds no custom method with an unknown verb if no method handles a name with a colon', () => {
    const things = new Router<string>();
    things.add({ template: 'things', method: 'GET' }, 'list');
    things.add({ template: 'things:import', method: 'POST' }, 'import');
    things.add({ template: 'things/{thing}', method: 'GET' }, 'get');
    things.add({ template: 'things/{thing}:stop', method: 'POST' }, 'stop');
    things.add({ template: 'things/{thing}:start', method: 'POST' }, 'start');
    things.add({ template: 'parts/{part}', method: 'GET' }, 'getPart');
    const unknown = (verb: string, ...known: readonly string[]): object => ({ kind: 'none', unknownVerb: { verb, known } });
    expect(things.find('/things/a:stpo', 'POST')).toEqual(unknown('stpo', 'start', 'stop'));
    expect(things.find('/things/a:stpo', 'PUT')).toEqual(unknown('stpo', 'start', 'stop'));
    expect(things.find('/things:imprt', 'POST')).toEqual(unknown('imprt', 'import'));
    expect(things.find('/parts/a:stop', 'POST')).toEqual(unknown('stop'));
    expect(things.find('/parts/a:1.0', 'POST')).toEqual({ kind: 'wrongMethod', allowed: ['GET'] });
    expect(things.find('/parts/a:stop', 'PUT')).toEqual({ kind: 'wrongMethod', allowed: ['GET'] });
    expect(things.find('/wings/a:stop', 'POST')).toEqual({ kind: 'none' });
  });

  it('keeps the first of two equal routes, regardless of variable names', () => {
    const duplicateRouter = new Router<string>();
    expect(duplicateRouter.add({ template: 'a/{x}', method: 'GET' }, 'one')).toBeUndefined();
    expect(duplicateRouter.add({ template: 'a/{y=*}', method: 'GET' }, 'two')).toBe('one');
    expect(findRoute(duplicateRouter, '/a/1')).toBe('one');
  });

  it.each([
    ['v1/{name=projects/*/groups/*}', '/v1/projects/p/groups/g%20h', { name: 'projects/p/groups/g h' }],
    ['v1/{group.name=projects/*}', '/v1/projects/p', { 'group.name': 'projects/p' }],
    ['v1/{a}/x/{rest=**}/{last}', '/v1/1/x/2/3/4', { a: '1', rest: '2/3', last: '4' }],
    ['v1/a-{x}.{y}', '/v1/a-1.2.3', { x: '1', y: '2.3' }],
    ['v1/{x}', '/v1/a%252Fb%2Fc', { x: 'a%2Fb/c' }],
    ['v1/{x=**}', '/v1/a%2Fb/c', { x: 'a%2Fb/c' }],
  ])('%s reads its parameters from %s', (template, path, parameters) => {
    expect(readParameters(template, path)).toEqual(parameters);
  });

  it('throws for malformed percent-encoding', () => {
    for (const path of ['/v1/%', '/v1/%zz', '/v1/%ff']) expect(() => router.find(path, 'GET')).toThrow(URIError);
  });

  it('reads the same values as the path templates', () => {
    const template = fc.constantFrom('v1/{x}', 'v1/{x}/things/{y}', 'v1/{x}:stop', 'v1/{x=projects/*}/{y}', 'v1/fixed/{y}:go');
    const value = fc
      .string({ minLength: 1, maxLength: 8, unit: anyCharacter })
      .filter((text) => !/^\.{1,2}$/.test(text) && !/\p{Surrogate}/u.test(text));
    fc.assert(
      fc.property(template, value, value, (source, x, y) => {
        const path = `/${expandPath(source, { x: source.includes('x=') ? `projects/${x.replaceAll('/', '_')}` : x, y })}`;
        expect(readParameters(source, path)).toEqual({ ...matchPath(source, path) });
      }),
    );
  });

  it('finds each route by its own path', () => {
    const segment = fc.constantFrom('a', 'b', '{x}', 'c');
    const templates = fc.uniqueArray(
      fc
        .array(segment, { minLength: 1, maxLength: 4 })
        .map((parts) => parts.map((part, index) => (part === '{x}' ? `{x${index}}` : part)).join('/')),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(templates, (all) => {
        const largeRouter = createRouter(...all);
        for (const entry of all) {
          const path = `/${entry.replace(/\{x\d\}/g, 'zz')}`;
          expect(findRoute(largeRouter, path)).toBe(entry);
          const literal = entry.replace(/\{x\d\}/g, 'a');
          if (all.includes(literal)) expect(findRoute(largeRouter, `/${literal}`)).toBe(literal);
        }
      }),
    );
  });
});
