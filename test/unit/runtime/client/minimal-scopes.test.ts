import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minimalScopes } from '../../../../templates/runtime/client/index.js';

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

  test('suffice for every method, and none is redundant', () => {
    const scopes = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(scopes.map((names) => ({ scopes: names }))), (methods) => {
        const least = minimalScopes(methods);
        const suffice = (chosen: readonly string[]): boolean =>
          methods.every((method) => method.scopes.some((scope) => chosen.includes(scope)));
        expect(suffice(least)).toBe(true);
        for (const scope of least) expect(suffice(least.filter((other) => other !== scope))).toBe(false);
      }),
    );
  });
});
