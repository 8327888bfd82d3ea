import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSuggester, editDistance, findNearest } from '../../../generator/lib/suggest.js';

describe('findNearest', () => {
  test.each([
    ['propertys', ['properties', 'parameters'], 'properties'],
    ['Name', ['name', 'game'], 'name'],
    ['tpye', ['type', 'title'], 'type'],
    ['x-minlength', ['x-minLength', 'x-maxLength'], 'x-minLength'],
    ['ab', ['cd'], undefined],
    ['color', ['labels', 'etag'], undefined],
    ['cat', ['bat', 'rat'], 'bat'],
    ['same', ['same'], undefined],
  ])('finds the nearest name to %s in %j', (name, candidates, expected) => {
    expect(findNearest(name, candidates)).toBe(expected);
  });

  test('does not depend on the order of the candidates', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.array(fc.string({ maxLength: 8 })), (name, candidates) => {
        expect(findNearest(name, candidates)).toBe(findNearest(name, candidates.toReversed()));
      }),
    );
  });

  test('is undefined after the budget is spent', () => {
    const suggest = createSuggester(1);
    expect(suggest('namee', ['name'])).toBe('name');
    expect(suggest('namee', ['name'])).toBeUndefined();
  });
});

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['abc', 'ab', 1],
    ['kitten', 'sitting', 3],
  ])('returns the distance of %j and %j: %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  test('is symmetric and at most the longer length', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});
