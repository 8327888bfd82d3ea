/** The checker of histories itself. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findViolation, isLinearizable, type Operation } from './linearizability.js';
import { resourceModel, type ResourceCall } from './resource-model.js';

type ResourceOperation = Operation<ResourceCall>;

const operation = (start: number, end: number, call: ResourceCall): ResourceOperation => ({ start, end, call });
const create = (value: string, status?: number): ResourceCall => ({ kind: 'create', value, status });
const patch = (value: string, status?: number, expected?: string): ResourceCall => ({ kind: 'patch', value, status, expected });
const read = (value: string): ResourceCall => ({ kind: 'read', value, status: 200 });
const readNothing: ResourceCall = { kind: 'read', status: 404 };
const remove = (status?: number): ResourceCall => ({ kind: 'delete', status });

describe('a history is linearizable', () => {
  test.each<readonly [string, readonly ResourceOperation[]]>([
    ['if nothing happened', []],
    [
      'if a read during a write returns the old content',
      [operation(0, 1, create('a', 200)), operation(2, 6, patch('b', 200)), operation(3, 4, read('a'))],
    ],
    [
      'if a read during a write returns the new content',
      [operation(0, 1, create('a', 200)), operation(2, 6, patch('b', 200)), operation(3, 4, read('b'))],
    ],
    ['if one of two creations fails', [operation(0, 3, create('a', 409)), operation(1, 2, create('b', 200)), operation(4, 5, read('b'))]],
    [
      'if one of two conditional changes fails',
      [
        operation(0, 1, create('a', 200)),
        operation(2, 5, patch('b', 412, 'a')),
        operation(3, 4, patch('c', 200, 'a')),
        operation(6, 7, read('c')),
      ],
    ],
    [
      'if a write without a response took effect',
      [operation(0, 1, create('a', 200)), operation(2, Infinity, patch('b')), operation(8, 9, read('b'))],
    ],
    [
      'if a write without a response had no effect',
      [operation(0, 1, create('a', 200)), operation(2, Infinity, patch('b')), operation(8, 9, read('a'))],
    ],
    [
      'if a write without a response takes effect late',
      [operation(0, 1, create('a', 200)), operation(2, Infinity, remove()), operation(3, 4, read('a')), operation(5, 6, readNothing)],
    ],
  ])('%s', (_, history) => {
    expect(isLinearizable(history, resourceModel)).toBe(true);
    expect(findViolation(history, resourceModel)).toEqual([]);
  });
});

describe('a history is not linearizable', () => {
  test.each<readonly [string, readonly ResourceOperation[]]>([
    ['if a read returns content that nobody wrote', [operation(0, 1, read('a'))]],
    ['if a read misses an earlier write', [operation(0, 1, create('a', 200)), operation(2, 3, readNothing)]],
    [
      'if a read returns the old content after another one returned the new content',
      [operation(0, 1, create('a', 200)), operation(2, 9, patch('b', 200)), operation(3, 4, read('b')), operation(5, 6, read('a'))],
    ],
    ['if both of two creations succeed', [operation(0, 3, create('a', 200)), operation(1, 2, create('b', 200))]],
    [
      'if both of two conditional changes succeed',
      [operation(0, 1, create('a', 200)), operation(2, 5, patch('b', 200, 'a')), operation(3, 4, patch('c', 200, 'a'))],
    ],
    [
      'if both of two conditional changes fail',
      [operation(0, 1, create('a', 200)), operation(2, 5, patch('b', 412, 'a')), operation(3, 4, patch('c', 412, 'a'))],
    ],
    [
      'if two deletions of one resource succeed',
      [operation(0, 1, create('a', 200)), operation(2, 5, remove(200)), operation(3, 4, remove(200))],
    ],
    [
      'if a write without a response takes effect twice',
      [
        operation(0, 1, create('a', 200)),
        operation(2, Infinity, patch('b')),
        operation(3, 4, read('b')),
        operation(5, 6, patch('c', 200)),
        operation(7, 8, read('b')),
      ],
    ],
  ])('%s', (_, history) => {
    expect(isLinearizable(history, resourceModel)).toBe(false);
    const after = operation(10, 11, { kind: 'read', status: 404 });
    expect(findViolation([...history, after], resourceModel).map(({ start }) => start)).toEqual(history.map(({ start }) => start));
  });
});

/** Tries all orders of all operations with a response and some of the others. */
function isLinearizableByTrial(remaining: readonly ResourceOperation[], state = resourceModel.initial): boolean {
  if (remaining.every(({ end }) => end === Infinity)) return true;
  return remaining.some((candidate) => {
    if (remaining.some(({ end }) => end < candidate.start)) return false;
    const next = resourceModel.apply(state, candidate.call);
    return (
      next !== undefined &&
      isLinearizableByTrial(
        remaining.filter((other) => other !== candidate),
        next,
      )
    );
  });
}

const value = fc.constantFrom('a', 'b');
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });
const call: fc.Arbitrary<ResourceCall> = fc.record({
  kind: fc.constantFrom<ResourceCall['kind']>('create', 'read', 'patch', 'delete'),
  value,
  expected: optional(value),
});
/** A call that takes effect at `moment`, with a wrong status if `wrongStatus` is one. */
const timedCall = fc.record({
  call,
  moment: fc.nat(20),
  before: fc.nat(6),
  after: fc.oneof({ weight: 5, arbitrary: fc.nat(6) }, { weight: 1, arbitrary: fc.constant(Infinity) }),
  wrongStatus: fc.option(fc.constantFrom(200, 404, 409, 412), { nil: undefined, freq: 8 }),
});

test('the checker agrees with the trial of all orders', () => {
  const counts = { accepted: 0, rejected: 0 };
  fc.assert(
    fc.property(fc.array(timedCall, { maxLength: 6 }), (timedCalls) => {
      let state = resourceModel.initial;
      const history = [...timedCalls]
        .sort((a, b) => a.moment - b.moment)
        .map(({ call, moment, before, after, wrongStatus }): ResourceOperation => {
          const responses = [200, 404, 409, 412].map((status) => ({ ...call, status, ...(call.kind === 'read' && { value: state }) }));
          const response = responses.find((candidate) => resourceModel.apply(state, candidate) !== undefined) as ResourceCall;
          state = resourceModel.apply(state, response) as string;
          const seen = after === Infinity ? { ...call, status: undefined } : { ...response, status: wrongStatus ?? response.status };
          return operation(moment - before, moment + after, seen);
        });
      const expected = isLinearizableByTrial(history);
      counts[expected ? 'accepted' : 'rejected']++;
      expect(isLinearizable(history, resourceModel)).toBe(expected);
    }),
    { numRuns: 500 },
  );
  expect(Math.min(counts.accepted, counts.rejected)).toBeGreaterThan(100);
});
