import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRoute, patternToTemplate } from '../../../generator/language/route.js';

interface Case {
  readonly path: string;
  readonly servicePath?: string;
  readonly pattern?: string;
  readonly route: string;
}

const cases: readonly Case[] = [
  { path: 'projects/{project}', servicePath: 'dns/v1/', route: 'dns/v1/projects/{project}' },
  { path: '/projects/{project}', servicePath: '/dns/v1', route: 'dns/v1/projects/{project}' },
  { path: 'b/{bucket}/o/{object}', route: 'b/{bucket}/o/{object}' },
  { path: 'v1/{+name}', pattern: '^projects/[^/]+/zones/[^/]+$', route: 'v1/{name=projects/*/zones/*}' },
  { path: 'v1/{+name}:cancel', pattern: '^projects/[^/]+$', route: 'v1/{name=projects/*}:cancel' },
  { path: 'v1/{+name}', pattern: '^operations/.*$', route: 'v1/{name=operations/**}' },
  { path: 'v1/{+name}', pattern: '^.*$', route: 'v1/{name=**}' },
  { path: 'v1/{+name}', pattern: '^[^/]+$', route: 'v1/{name}' },
  { path: 'v1/{+name}', route: 'v1/{name=**}' },
  { path: 'v1/{+a}/of/{+b}', pattern: '^x/[^/]+$', route: 'v1/{a=x/*}/of/{b=x/*}' },
  {
    path: '{resource=projects/*/managedZones/*}:getIamPolicy',
    servicePath: 'dns/v1/',
    route: 'dns/v1/{resource=projects/*/managedZones/*}:getIamPolicy',
  },
  { path: '{group.name=projects/*/groups/*}', servicePath: 'v1beta1', route: 'v1beta1/{group.name=projects/*/groups/*}' },
  { path: 'v1/{name=*}', route: 'v1/{name}' },
  { path: 'v1/{name=**}', route: 'v1/{name=**}' },
  { path: 'v1/@self', route: 'v1/@self' },
];

describe('parseRoute', () => {
  it.each(cases)('$servicePath + $path ($pattern) becomes $route', ({ path, servicePath, pattern, route }) => {
    const result = parseRoute({ path, servicePath: servicePath ?? '', pattern: () => pattern });
    expect(result).toMatchObject({ ok: true, route: { text: route } });
  });

  it.each([
    ['projects/{project', 'unclosedBrace', '{project'],
    ['projects/project}', 'strayBrace', '}'],
    ['projects/{}', 'badName', ''],
    ['projects/{+a b}', 'badName', 'a b'],
    ['v1/{name=a//b}', 'badTemplate', 'a//b'],
    ['v1/{name=**/b}', 'badTemplate', '**/b'],
    ['v1/{name=a*}', 'badTemplate', 'a*'],
    ['v1/{a}/{a}', 'duplicateVariable', 'a'],
    ['v1//{a}', 'emptySegment', '//'],
  ])('rejects %s: %s', (path, kind, text) => {
    expect(parseRoute({ path })).toEqual({ ok: false, problem: { kind, text } });
  });

  it('lists the variables in the order of the path', () => {
    const result = parseRoute({ path: '{+b}/x/{a}', pattern: () => '^p/[^/]+$' });
    expect(result.ok && result.route.variables).toEqual([
      { name: 'b', template: 'p/*' },
      { name: 'a', template: '*' },
    ]);
  });
});

describe('patternToTemplate', () => {
  it.each([
    ['^projects/[^/]+/locations/[^/]+$', 'projects/*/locations/*'],
    ['projects/[^/]+', 'projects/*'],
    ['^studies$', 'studies'],
    ['^a\\.b/v1\\-x/[^/]*$', 'a.b/v1-x/*'],
    ['^projects/[^/]+/documents/[^/]+/.*$', 'projects/*/documents/*/**'],
    ['^.+$', '**'],
    ['^.*/operations/[^/]+$', '**'],
    ['\\d+', '*'],
    ['.{22}', '**'],
    ['[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?|[1-9][0-9]{0,19}', '*'],
    ['^projects/[^/]+|folders/[^/]+$', '**'],
    ['^(projects|folders)/[^/]+$', '*/*'],
    ['^(projects/[^/]+)/zones$', '**'],
    ['^v/[a\\]/]+/x$', 'v/**'],
    ['^price\\$$', 'price$'],
  ])('converts %s to %s', (pattern, template) => {
    expect(patternToTemplate(pattern)).toBe(template);
  });
});

const literal = fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,6}$/);
const template = fc.array(fc.oneof(literal, fc.constant('*')), { minLength: 1, maxLength: 6 });

describe('properties', () => {
  it('keeps a normalized route unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(literal, template), { minLength: 1, maxLength: 4 }), (parts) => {
        const path = parts.map((part, index) => (typeof part === 'string' ? part : `{v${String(index)}=${part.join('/')}}`)).join('/');
        const once = parseRoute({ path });
        expect(once.ok).toBe(true);
        if (once.ok) expect(parseRoute({ path: once.route.text })).toEqual(once);
      }),
    );
  });

  it('parses a template and the equivalent pattern to the same route', () => {
    fc.assert(
      fc.property(template, (segments) => {
        const pattern = `^${segments.map((segment) => (segment === '*' ? '[^/]+' : segment)).join('/')}$`;
        expect(patternToTemplate(pattern)).toBe(segments.join('/'));
        expect(parseRoute({ path: 'v1/{+name}:go', pattern: () => pattern })).toEqual(
          parseRoute({ path: `v1/{name=${segments.join('/')}}:go` }),
        );
      }),
    );
  });

  it('never throws, for any path and pattern', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (path, pattern) => {
        const result = parseRoute({ path, pattern: () => pattern });
        if (result.ok) expect(result.route.text.startsWith('/')).toBe(false);
        expect(() => patternToTemplate(pattern)).not.toThrow();
      }),
    );
  });
});
