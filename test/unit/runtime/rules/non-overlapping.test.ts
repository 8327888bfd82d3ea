import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nonOverlapping } from '../../../../runtime/rules/non-overlapping.js';
import { parseAddressRange } from '../../../../runtime/validate/cidr.js';

const range = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 20, max: 30 }))
  .map(([octet, prefix]) => `10.0.${octet % 16}.${octet}/${prefix}`);

function overlap(first: string, second: string): boolean {
  const [a, b] = [parseAddressRange(first), parseAddressRange(second)];
  return a !== undefined && b !== undefined && a.first <= b.last && b.first <= a.last;
}

test('reports exactly the overlapping ranges of the value with itself or with siblings', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 6 }), fc.array(range, { maxLength: 6 }), (ranges, siblingRanges) => {
      const expected = ranges.some(
        (first, at) =>
          ranges.slice(at + 1).some((second) => overlap(first, second)) || siblingRanges.some((second) => overlap(first, second)),
      );
      const value = { network: 'n', ranges: ranges.map((text) => ({ range: text })) };
      const siblings = [{ network: 'n', ranges: siblingRanges.map((text) => ({ range: text })) }];
      const violations = nonOverlapping({ kind: 'nonOverlapping', fields: ['ranges.range'], within: 'network' }, value, siblings);
      expect(violations.length > 0).toBe(expected);
      for (const { params } of violations) expect(overlap(String(params['range']), String(params['overlaps']))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
