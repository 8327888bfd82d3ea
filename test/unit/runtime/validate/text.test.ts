import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCodePoints, countUtf8Bytes } from '../../../../runtime/validate/text.js';
import { formatInstancePath } from '../../../../runtime/validate/report.js';
import { anyCharacter } from '../../../support/any-character.js';

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
);

test('counts characters as code points', () => {
  fc.assert(fc.property(anyText, (text) => void expect(countCodePoints(text)).toBe([...text].length)));
});

test('counts bytes as UTF-8', () => {
  fc.assert(fc.property(anyText, (text) => void expect(countUtf8Bytes(text)).toBe(new TextEncoder().encode(text).length)));
});

test.each([
  ['#', [], ''],
  ['#/properties/a', [], '/a'],
  ['#/properties/items/items/properties/a~1b', [3], '/items/3/a~1b'],
  ['#/properties/properties/additionalProperties/items', ['k/~', 0], '/properties/k~1~0/0'],
] as const)('formats the JSON pointer of %s', (schemaPath, steps, pointer) => {
  expect(formatInstancePath(schemaPath, steps)).toBe(pointer);
});
