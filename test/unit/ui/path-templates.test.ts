import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchPath } from '../../../templates/ui/lib/path-templates.js';

describe('matchPath', () => {
  test.each([
    ['/v1/things/{thing}', '/v1/things/a', [['thing', 'a']]],
    ['/v1/things/{thing}', '/v1/things/a/b', undefined],
    ['/v1/things/{thing}', '/v1/things/', undefined],
    ['/v1/{+name}:stop', '/v1/a/b:stop', [['name', 'a/b']]],
    ['/v1/{name=a/*}/parts/{part}', '/v1/a/x/parts/y', [['name', 'a/x'], ['part', 'y']]], // prettier-ignore
    ['/v1/{+a}x{b}', '/v1/1x/2x3', [['a', '1x/2'], ['b', '3']]], // prettier-ignore
    ['/v1', '/v1', []],
    ['/v1', '/v2', undefined],
  ])('matches %s with %s', (template, path, values) => {
    expect(matchPath(template, path)).toEqual(values);
  });

  test('matches as a regular expression does', () => {
    const part = fc.constantFrom('{p}', '{+p}', '/', 'x', '-');
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('/', 'x', '-', 'a'), maxLength: 10 }),
        (parts, path) => {
          const sources = parts.map((text) => (text === '{p}' ? '([^/]+)' : text === '{+p}' ? '(.+)' : text));
          expect(matchPath(parts.join(''), path)?.map(([, value]) => value)).toEqual(
            new RegExp(`^${sources.join('')}$`).exec(path)?.slice(1),
          );
        },
      ),
    );
  });

  test('finishes for templates with many variables', () => {
    const template = `/v1/${Array.from({ length: 50 }, (_, i) => `{+p${i}}-`).join('')}x`;
    expect(matchPath(template, `/v1/${'a-'.repeat(500)}`)).toBeUndefined();
    expect(matchPath(template, `/v1/${'a-'.repeat(500)}x`)).toHaveLength(50);
  });
});
