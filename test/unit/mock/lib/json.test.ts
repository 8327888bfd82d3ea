/** Operations on JSON values of any type. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyMergePatch, copyJson, isEqual, toCanonicalText, type Json, type JsonObject } from '../../../../mock/lib/json.js';

/** Values whose names are numbers, `__proto__`, and others. */
const names = fc.constantFrom('a', 'b', 'B', '1', '10', '9', '__proto__', 'toString', 'ü', '');
const { value: values } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, -0, 1.5, 'x', ''),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.array(fc.tuple(names, tie('value')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries) as JsonObject),
}));

/** Returns a value with all members in the opposite order. */
function reverse(value: Json): Json {
  if (Array.isArray(value)) return value.map((element: Json) => reverse(element));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reverse(member)]),
  );
}

describe('the canonical text', () => {
  test('sorts names by code units, numbers and `__proto__` included', () => {
    const value = JSON.parse('{"b":1,"10":[{"d":1,"c":null}],"9":"x","__proto__":{"z":1,"y":2}}') as Json;
    expect(toCanonicalText(value)).toBe('{"10":[{"c":null,"d":1}],"9":"x","__proto__":{"y":2,"z":1},"b":1}');
  });

  test('is the same for equal values, and different for others', () => {
    fc.assert(
      fc.property(values, values, (one, other) => {
        expect(toCanonicalText(reverse(one))).toBe(toCanonicalText(one));
        expect(JSON.parse(toCanonicalText(one))).toEqual(JSON.parse(JSON.stringify(one)));
        expect(toCanonicalText(one) === toCanonicalText(other)).toBe(
          isEqual(JSON.parse(JSON.stringify(one)) as Json, JSON.parse(JSON.stringify(other)) as Json),
        );
      }),
    );
  });
});

test('a copy is equal, and shares no object', () => {
  const listObjects = (value: Json): readonly object[] =>
    typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap((member) => listObjects(member as Json))] : [];
  fc.assert(
    fc.property(values, (value) => {
      const copy = copyJson(value);
      expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
      const originals = new Set(listObjects(value));
      expect(listObjects(copy).filter((object) => originals.has(object))).toEqual([]);
    }),
  );
});

test('a merge patch removes members with null, and keeps the order of the others', () => {
  const target = JSON.parse('{"a":1,"b":{"c":1,"d":2},"__proto__":{"e":1}}') as JsonObject;
  const patch = JSON.parse('{"b":{"c":null,"f":{"g":null,"h":1}},"a":null,"__proto__":{"i":1}}') as JsonObject;
  expect(JSON.stringify(applyMergePatch(target, patch))).toBe('{"b":{"d":2,"f":{"h":1}},"__proto__":{"e":1,"i":1}}');
  expect(JSON.stringify(target)).toBe('{"a":1,"b":{"c":1,"d":2},"__proto__":{"e":1}}');
});
