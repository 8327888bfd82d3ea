import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bindings, type BindingConflict } from '../../../../fidelity/verify/bindings.js';

const id = { resource: '/things/a', field: 'id' };
const other = { resource: '/things/b', field: 'id' };

test.each<[string, readonly (readonly [place: typeof id, recorded: string, actual: string])[], BindingConflict | undefined]>([
  ['the first value', [[id, '1', '7']], undefined],
  [
    'the same value again',
    [
      [id, '1', '7'],
      [id, '1', '7'],
    ],
    undefined,
  ],
  [
    'a value that both replace',
    [
      [id, '1', '7'],
      [id, '2', '8'],
    ],
    undefined,
  ],
  [
    'a value that only the mock replaces',
    [
      [id, '1', '7'],
      [id, '1', '8'],
    ],
    { kind: 'replaced', expected: '7' },
  ],
  [
    'a value that only the service replaces',
    [
      [id, '1', '7'],
      [id, '2', '7'],
    ],
    { kind: 'kept' },
  ],
  [
    'another resource',
    [
      [id, '1', '7'],
      [other, '1', '8'],
    ],
    undefined,
  ],
])('binds %s', (_, values, conflict) => {
  const bindings = new Bindings();
  const results = values.map(([place, recorded, actual]) => bindings.bind(place, { recorded, actual }));
  expect(results.at(-1)).toEqual(conflict);
});

test.each<[string, readonly string[], readonly string[], boolean]>([
  ['grows as recorded, by another amount', ['5', '9'], ['1', '2'], true],
  ['stays the same as recorded', ['5', '5'], ['1', '1'], true],
  ['shrinks', ['5', '9'], ['2', '1'], false],
  ['grows with more digits', ['9', '10'], ['99', '100'], true],
])('a counter that %s', (_, recorded, actual, isConsistent) => {
  const bindings = new Bindings();
  const results = recorded.map((value, index) => bindings.followsCounter(id, { recorded: value, actual: actual[index] ?? '' }));
  expect(results.at(-1)).toBe(isConsistent);
});

test('a normalized value stands for all values of its field, of which requests get the last', () => {
  const bindings = new Bindings();
  const results = ['7', '8'].map((actual) => bindings.bind(id, { recorded: 'abcdef0123A=', actual }, true));
  expect(results).toEqual([undefined, undefined]);
  expect(bindings.find(id, 'abcdef0123A=')).toBe('8');
  expect(bindings.areBound({ recorded: 'abcdef0123A=', actual: '7' })).toBe(false);
});

test.each([
  ['/v1/operations/1', '/v1/projects/p/operations/2'],
  ['/v1/operations/1:cancel', '/v1/projects/p/operations/2:cancel'],
  ['operations/1/parts/a', 'projects/p/operations/2/parts/a'],
  ['/v1/operations/10', undefined],
  ['/v1/suboperations/1', undefined],
])('replaces the name in %s', (path, expected) => {
  const bindings = new Bindings();
  bindings.bindName({ recorded: 'operations/1', actual: 'projects/p/operations/2' });
  expect(bindings.replaceName(path)).toBe(expected);
});

test('values that a bijection maps never conflict, and are found again', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 })), (values) => {
      const bindings = new Bindings();
      for (const value of values) expect(bindings.bind(id, { recorded: value, actual: `x${value}` })).toBeUndefined();
      for (const value of values) expect(bindings.find(id, value)).toBe(`x${value}`);
    }),
  );
});
