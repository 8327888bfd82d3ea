import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkRule } from '../../../../templates/runtime/rules/index.js';
import { parseAddressRange } from '../../../../templates/runtime/validate/cidr.js';

const range = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 20, max: 30 }))
  .map(([octet, prefix]) => `10.0.${octet % 16}.${octet}/${prefix}`);

function overlap(one: string, other: string): boolean {
  const [a, b] = [parseAddressRange(one), parseAddressRange(other)];
  return a !== undefined && b !== undefined && a.first <= b.last && b.first <= a.last;
}

test('reports exactly the overlapping ranges of which at least one is new', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 6 }), fc.array(range, { maxLength: 6 }), (own, theirs) => {
      const expected = own.some(
        (one, at) => own.slice(at + 1).some((other) => overlap(one, other)) || theirs.some((other) => overlap(one, other)),
      );
      const value = { network: 'n', ranges: own.map((text) => ({ range: text })) };
      const siblings = [{ network: 'n', ranges: theirs.map((text) => ({ range: text })) }];
      const violations = checkRule({ kind: 'nonOverlapping', fields: ['ranges.range'], within: 'network' }, value, { siblings });
      expect(violations.length > 0).toBe(expected);
      for (const { params } of violations) expect(overlap(String(params['range']), String(params['overlaps']))).toBe(true);
    }),
    { numRuns: 3000 },
  );
});
