/** The memory that journals share. */
import { expect, test } from 'vitest';
import { Journal } from '../../../../mock/state/journal.js';
import { MemoryBudget } from '../../../../mock/lib/memory-budget.js';

const exchange = {
  at: 0,
  methodId: undefined,
  method: 'GET',
  path: '/',
  status: 200,
  headers: {},
  body: undefined,
  response: { status: 200, headers: {}, body: '' },
  note: undefined,
  durationMs: 0,
  call: 0,
};

/** Adds exchanges to a journal. Returns the size of one. */
function fill(journal: Journal, count: number): number {
  for (let index = 0; index < count; index++) journal.add(exchange);
  return journal.size / count;
}

test('a journal frees the bytes that it must, and not more than one exchange above', () => {
  const journal = new Journal(1000, new MemoryBudget(Infinity));
  const size = fill(journal, 100);
  journal.shrink(10.5 * size);
  expect(journal.size).toBe(89 * size);
  expect(journal.entries).toHaveLength(89);
});

test('a journal keeps half of its exchanges', () => {
  const journal = new Journal(1000, new MemoryBudget(Infinity));
  fill(journal, 100);
  journal.shrink(Infinity);
  expect(journal.entries).toHaveLength(50);
});

test('above the limit, the largest journal frees a tenth of the limit, and the others keep their exchanges', () => {
  const size = fill(new Journal(1000, new MemoryBudget(Infinity)), 1);
  const budget = new MemoryBudget(100 * size);
  const [small, large] = [new Journal(1000, budget), new Journal(1000, budget)];
  fill(small, 39);
  fill(large, 61);
  expect(budget.used).toBe(100 * size);
  large.add(exchange);
  expect(budget.used).toBe(90 * size);
  expect([small.entries.length, large.entries.length]).toEqual([39, 51]);
});
