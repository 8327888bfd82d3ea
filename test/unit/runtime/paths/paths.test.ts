import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DiscogenError, ParameterError } from '../../../../runtime/errors.js';
import { expandPath, validatePathParameters } from '../../../../runtime/paths/expand.js';
import { matchMixedSegment, matchPath } from '../../../../runtime/paths/match.js';
import { parseTemplate } from '../../../../runtime/paths/template.js';
import { anyCharacter } from '../../../support/any-character.js';

const iam = 'v1/{resource=projects/*/managedZones/*}:getIamPolicy';

describe('parseTemplate', () => {
  test('parses segments, variables with their patterns, and the verb', () => {
    expect(parseTemplate(iam)).toMatchObject({
      segments: [['v1'], [{ name: 'resource', pattern: ['projects', '*', 'managedZones', '*'] }]],
      verb: 'getIamPolicy',
    });
    expect(parseTemplate('a-{x}.{y}/events:report')).toMatchObject({
      segments: [['a-', { name: 'x' }, '.', { name: 'y' }], ['events']],
      verb: 'report',
    });
    expect(parseTemplate('dns/v1')).not.toHaveProperty('verb');
  });
  test('parses each text once', () => {
    expect(parseTemplate(iam)).toBe(parseTemplate(iam));
  });
  test('splits patterns into segments', () => {
    expect(parseTemplate('v1/{name=a/*/**}/{b}').steps.map((step) => (step.kind === 'literal' ? step.text : step.kind))).toEqual([
      'v1',
      'a',
      'one',
      'many',
      'one',
    ]);
  });
  test.each(['a/{b', 'a}/b', 'a/{}/b', 'a//b', '{a{b}}'])('rejects %s', (text) => {
    expect(() => parseTemplate(text)).toThrow(DiscogenError);
  });
});

describe('expandPath', () => {
  test.each([
    ['dns/v1/projects/{project}', { project: 'p' }, 'dns/v1/projects/p'],
    ['p/{x}', { x: 'a b/ü?#%&+:@' }, 'p/a%20b%2F%C3%BC%3F%23%25%26%2B%3A%40'],
    ['p/{x}', { x: '+' }, 'p/%2B'],
    ['p/{x}', { x: "-._~!'()*" }, 'p/-._~%21%27%28%29%2A'],
    ['p/{x}', { x: '*.example.com.' }, 'p/%2A.example.com.'],
    ['p/{x}', { x: 'a/../b' }, 'p/a%2F..%2Fb'],
    ['p/{x}', { x: 'a%2Fb' }, 'p/a%252Fb'],
    ['p/{x}', { x: '...' }, 'p/...'],
    ['p/{x}', { x: 12n }, 'p/12'],
    ['p/{x}', { x: 0 }, 'p/0'],
    ['p/{x}:run', { x: 'a:b' }, 'p/a%3Ab:run'],
    ['p/a-{x}.{y}', { x: '1', y: '2' }, 'p/a-1.2'],
    [iam, { resource: 'projects/p q/managedZones/z' }, 'v1/projects/p%20q/managedZones/z:getIamPolicy'],
    ['v1/{group.name=projects/*/groups/*}', { 'group.name': 'projects/p/groups/g' }, 'v1/projects/p/groups/g'],
    ['v1/{name=**}', { name: 'a/b/c:d' }, 'v1/a/b/c%3Ad'],
    ['v1/{name=a/**}/end', { name: 'a/b/c' }, 'v1/a/b/c/end'],
    ['v1/{parent=databases/*/documents/**}/{id}', { parent: 'databases/d/documents', id: 'c' }, 'v1/databases/d/documents/c'],
    ['v1/{a=x.y/*}', { a: 'x.y/1' }, 'v1/x.y/1'],
    ['constructor', {}, 'constructor'],
  ])('expands %s with %o', (template, params, path) => {
    validatePathParameters(template, params);
    expect(expandPath(template, params)).toBe(path);
  });

  test.each([
    ['p/{x}', {}, 'x', 'nothing'],
    ['p/{x}', { x: null }, 'x', 'null'],
    ['p/{x}', { x: '' }, 'x', 'the string ""'],
    ['p/{x}', { x: '.' }, 'x', 'the string "."'],
    ['p/{x}', { x: '..' }, 'x', 'the string ".."'],
    ['p/{x}/q', { x: '..' }, 'x', 'the string ".."'],
    ['p/{x}:run', { x: '..' }, 'x', 'the string ".."'],
    ['p/{x}{y}', { x: '.', y: '.' }, 'x', 'the string "."'],
    ['p/{x}', { x: {} }, 'x', 'an object'],
    ['p/{x}', { x: NaN }, 'x', 'the number NaN'],
    ['p/{x}', { x: ['a'] }, 'x', 'an array'],
    ['p/{x}', { x: '\ud800' }, 'x', 'the string "\\ud800"'],
    [iam, { resource: 'projects/p' }, 'resource', 'the string "projects/p"'],
    [iam, { resource: '/projects/p/managedZones/z' }, 'resource', 'the string "/projects/p/managedZones/z"'],
    [iam, { resource: 'projects/../managedZones/z' }, 'resource', 'the string "projects/../managedZones/z"'],
    ['v1/{name=a/*}', { name: 'a/b/c' }, 'name', 'the string "a/b/c"'],
    [iam, { resource: 'projects//managedZones/z' }, 'resource', 'the string "projects//managedZones/z"'],
    ['v1/{a=x.y/*}', { a: 'xzy/1' }, 'a', 'the string "xzy/1"'],
    ['v1/{name=**}', { name: 'a/./b' }, 'name', 'the string "a/./b"'],
    ['v1/{name=**}', { name: 'a/' }, 'name', 'the string "a/"'],
    ['p/{constructor}', {}, 'constructor', 'a function'],
  ])('rejects %s with %o', (template, params, parameter, received) => {
    const expand = (): string => {
      validatePathParameters(template, params, 'dns.zones.get');
      return expandPath(template, params, 'dns.zones.get');
    };
    expect(expand).toThrow(ParameterError);
    expect(expand).toThrow(
      expect.objectContaining({
        parameter,
        received,
        message: expect.stringMatching(`^dns\\.zones\\.get: ${parameter} must be `) as string,
      }) as Error,
    );
  });

  test('includes the expected form in the error', () => {
    expect(() => validatePathParameters(iam, { resource: 'p' })).toThrow('of the form projects/*/managedZones/*');
  });
});

describe('matchPath', () => {
  test.each([
    ['p/{x}', '/p/a%2Fb', { x: 'a/b' }],
    ['p/{x}', 'p/a:run', { x: 'a:run' }],
    ['p/{x}:run', 'p/a:b:run', { x: 'a:b' }],
    ['p/{x}:run', 'p/a%3Arun', undefined],
    ['p/{x}:run', 'p/abcdef', undefined],
    ['p/{x}', 'p/', undefined],
    ['p/{x}', 'p/a/b', undefined],
    ['p/{x}', 'p', undefined],
    ['p/{x}', 'p/%E0%A4', undefined],
    ['p/{x}', '%70/a', { x: 'a' }],
    ['p/{x}', 'P/a', undefined],
    ['p/{x}/q/{x}', 'p/1/q/1', { x: '1' }],
    ['p/{x}/q/{x}', 'p/1/q/2', undefined],
    ['p/a-{x}.{y}', 'p/a-1.2.3', { x: '1', y: '2.3' }],
    ['p/a-{x}', 'p/a-', undefined],
    [iam, 'v1/projects/p/managedZones/z:getIamPolicy', { resource: 'projects/p/managedZones/z' }],
    [iam, 'v1/projects/p/managedZones/a%2Fb:getIamPolicy', { resource: 'projects/p/managedZones/a%2Fb' }],
    [iam, 'v1/projects/p/other/z:getIamPolicy', undefined],
    [iam, 'v1/projects/p/managedZones/z', undefined],
    ['v1/{name=**}/{b}', 'v1/1/2/3', { name: '1/2', b: '3' }],
    ['v1/{a=**}/x/{b=**}', 'v1/1/x/2/x/3', { a: '1', b: '2/x/3' }],
    ['v1/{name=**}', 'v1', undefined],
  ])('matches %s with %s', (template, path, values) => {
    const match = matchPath(template, path);
    expect(match && { ...match }).toEqual(values);
  });

  test('matches mixed segments as a regular expression does', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('-', '.', 'a'), maxLength: 2 }), { minLength: 2, maxLength: 5 });
    const segment = fc.string({ unit: fc.constantFrom('-', '.', 'a', 'b'), maxLength: 12 });
    fc.assert(
      fc.property(texts, segment, (parts, text) => {
        const expression = new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('(.+?)')}$`);
        expect(matchMixedSegment(parts, text)).toEqual(expression.exec(text)?.slice(1));
      }),
    );
  });
  test('finishes for templates with many variables', () => {
    const list = (count: number, format: (index: number) => string): string => Array.from({ length: count }, (_, i) => format(i)).join('');
    const mixed = `v1/${list(200, (i) => `{p${i}}-`)}x`;
    expect(matchPath(mixed, `v1/${'a-'.repeat(2000)}`)).toBeUndefined();
    expect(Object.keys(matchPath(mixed, `v1/${'a-'.repeat(2000)}x`) ?? {})).toHaveLength(200);
    const wild = `v1/${list(50, (i) => `{p${i}=**}/x/`)}end`;
    expect(matchPath(wild, `v1/${'x/'.repeat(2000)}`)).toBeUndefined();
    expect(Object.keys(matchPath(wild, `v1/${'x/'.repeat(2000)}end`) ?? {})).toHaveLength(50);
  });

  test('accepts a variable named __proto__', () => {
    const values = matchPath('p/{__proto__}', 'p/x');
    expect(Object.entries(values ?? {})).toEqual([['__proto__', 'x']]);
  });
});

describe('expand, then match', () => {
  const anyValue = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }).filter((text) => text !== '.' && text !== '..');
  const segment = anyValue.map((text) => text.replaceAll('/', '_')).filter((text) => text !== '.' && text !== '..');

  test('returns the values of plain variables', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (a, b) => {
        expect({ ...matchPath('v1/{a}/mid/{b}:verb', expandPath('v1/{a}/mid/{b}:verb', { a, b })) }).toEqual({ a, b });
      }),
    );
  });
  test('returns the values of variables with patterns', () => {
    fc.assert(
      fc.property(segment, fc.array(segment, { minLength: 1, maxLength: 4 }), (head, tail) => {
        const values = { name: `projects/${head}`, rest: `docs/${tail.join('/')}` };
        const template = 'v1/{name=projects/*}/{rest=docs/**}:verb';
        expect({ ...matchPath(template, expandPath(template, values)) }).toEqual(values);
      }),
    );
  });
  test('expands to a path below the root of the template', () => {
    fc.assert(
      fc.property(anyValue, segment, (x, y) => {
        const path = expandPath('root/{x}/{y=*}', { x, y });
        expect(new URL(path, 'http://h/').pathname).toBe(`/${path}`);
        expect(path.split('/')).toHaveLength(3);
      }),
    );
  });
});
