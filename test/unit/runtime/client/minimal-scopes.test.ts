import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minimalScopes } from '../../../../runtime/client/index.js';

const read = { scopes: ['compute.readonly', 'compute', 'cloud-platform'] };
const write = { scopes: ['compute', 'cloud-platform'] };
const admin = { scopes: ['compute', 'compute.readonly'] };
const dns = { scopes: ['dns.readonly', 'dns', 'cloud-platform'] };

describe('minimal scopes', () => {
  test.each([
    [[read], ['compute.readonly']],
    [[write], ['compute']],
    [[read, write, read], ['compute']],
    [
      [read, dns],
      ['compute.readonly', 'dns.readonly'],
    ],
    [
      [read, write, dns],
      ['compute', 'dns.readonly'],
    ],
    [[read, admin, { scopes: ['dns', 'compute.readonly'] }], ['compute.readonly']],
    [[read, admin], ['compute.readonly']],
    [[admin, read], ['compute.readonly']],
    [[{}, { scopes: [] }], []],
    [[], []],
  ])('of %j are %j', (methods, scopes) => {
    expect(minimalScopes(methods)).toEqual(scopes);
  });

  test('are sufficient for every method without a redundant scope', () => {
    const scopes = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(scopes.map((names) => ({ scopes: names }))), (methods) => {
        const minimal = minimalScopes(methods);
        const isSufficient = (selected: readonly string[]): boolean =>
          methods.every((method) => method.scopes.some((scope) => selected.includes(scope)));
        expect(isSufficient(minimal)).toBe(true);
        for (const scope of minimal) expect(isSufficient(minimal.filter((other) => other !== scope))).toBe(false);
      }),
    );
  });
});
