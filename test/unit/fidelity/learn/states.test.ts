/** What methods do: the states that they cause, their statuses, and the results of their operations. */
import { describe, expect, test } from 'vitest';
import { learn } from '../../../../fidelity/learn/learn.js';
import { createAndGet, createShop, learnQuestions, learnRules, record, repeat, type RecordedCall } from './shop.js';

const state = { type: 'string', readOnly: true, enum: ['STATE_UNSPECIFIED', 'OPEN', 'FOLDED', 'TORN'] };
const method = 'shop.projects.shelves';

describe('states of resources', () => {
  const shop = createShop({ state });
  /** Creates an open shelf, and then calls methods, after which it has a state. */
  const change = (...steps: readonly (readonly [verb: 'fold' | 'unfold' | 'patch' | 'get', to: string])[]) =>
    Array.from({ length: 6 }, (_, index): readonly RecordedCall[] => {
      const path = `projects/p-1/shelves/shelf-${index}`;
      const sent = { grade: `G${index}` };
      const calls = steps.map(([verb, to], position): RecordedCall => {
        const response = { name: path, ...sent, state: to };
        if (verb === 'get') return { method: 'GET', path, response };
        const patched = { method: 'PATCH', path: `${path}?updateMask=grade`, body: sent, response };
        return verb === 'patch' ? patched : { method: 'POST', path: `${path}:${verb}`, body: { reason: `r${position}` }, response };
      });
      return [...createAndGet(`shelf-${index}`, sent, { state: 'OPEN' }), ...calls];
    });

  test('are learned with the transitions that custom methods cause', () => {
    expect(learnRules(shop, change(['fold', 'FOLDED'], ['patch', 'FOLDED'], ['unfold', 'OPEN'], ['get', 'OPEN']))).toEqual([
      {
        kind: 'states',
        field: 'state',
        values: ['OPEN', 'FOLDED', 'TORN'],
        transitions: [
          { from: 'OPEN', to: 'FOLDED', method: `${method}.fold` },
          { from: 'FOLDED', to: 'OPEN', method: `${method}.unfold` },
        ],
      },
    ]);
  });

  test.each([
    {
      what: 'change without a request',
      steps: [
        ['fold', 'FOLDED'],
        ['get', 'TORN'],
      ] as const,
      reason: 'it changes without a request',
    },
    {
      what: 'an update changes',
      steps: [
        ['fold', 'FOLDED'],
        ['patch', 'OPEN'],
      ] as const,
      reason: `${method}.patch changes it, too`,
    },
  ])('that $what stay open', ({ steps, reason }) => {
    expect(learnRules(shop, change(...steps))).toEqual([]);
    expect(learnQuestions(shop, change(...steps))).toEqual([
      `Shelf.state:default: ${reason}`,
      `Shelf.state:after ${method}.fold: ${reason}`,
    ]);
  });

  test('of new resources that nothing explains stay open', () => {
    const scenarios = repeat(6, (index) => ({ state: index % 2 === 0 ? 'OPEN' : 'TORN' }));
    expect(learnRules(shop, scenarios)).toEqual([]);
    expect(learnQuestions(shop, scenarios)).toEqual(['Shelf.state:default: it is OPEN or TORN']);
  });
});

describe('statuses of methods', () => {
  const shop = createShop();
  const remove = (index: number, status: number): RecordedCall => ({
    method: 'DELETE',
    path: `projects/project-${index}/shelves/shelf-${index}`,
    status,
    response: {},
  });
  const learnFrom = (status: (index: number) => number) =>
    learn([
      {
        api: shop,
        scenarios: record(
          shop,
          repeat(3, () => ({})).map((calls, index) => [...calls, remove(index, status(index))]),
        ),
      },
    ])[0]!;

  test('are learned', () => {
    const { keys } = learnFrom(() => 202);
    expect(keys.map(({ at, value }) => [at.at(-2), at.at(-1), value])).toEqual([['delete', 'x-status', 202]]);
  });

  test('stay open if they differ', () => {
    const { keys, questions } = learnFrom((index) => (index === 1 ? 204 : 202));
    expect(keys).toEqual([]);
    expect(questions).toContainEqual({
      id: `${method}.delete:status`,
      value: 202,
      reason: 'the method responds with 202 and 204',
      scenarios: 3,
    });
  });
});

describe('operations', () => {
  const start = (index: number): readonly RecordedCall[] => {
    const name = `operations/o-${index}`;
    const metadata = { '@type': 'type.googleapis.com/shop.v1.Progress' };
    const response = { '@type': 'type.googleapis.com/google.protobuf.Empty' };
    return [
      ...createAndGet(`shelf-${index}`, { grade: `G${index}` }, {}, `p-${index}`),
      { method: 'DELETE', path: `projects/p-${index}/shelves/shelf-${index}`, response: { name, metadata } },
      { method: 'GET', path: name, response: { name, done: true, metadata, response } },
    ];
  };

  test('are learned with the type of the result, which only a finished one has', () => {
    expect(learnRules(createShop(), [0, 1, 2].map(start))).toEqual([
      { kind: 'operation', metadata: 'shop.v1.Progress', response: 'google.protobuf.Empty' },
    ]);
  });

  test('are learned only for methods that recordings call', () => {
    const shop = createShop({}, undefined, { $ref: 'Operation' });
    const scenarios = [0, 1, 2].map((index): readonly RecordedCall[] => {
      const [, read, ...operation] = start(index);
      return [{ ...read!, method: 'PATCH', body: { grade: `G${index}` } }, ...operation];
    });
    const { rules } = learn([{ api: shop, scenarios: record(shop, scenarios) }])[0]!;
    expect(rules.map(({ id }) => id)).toEqual([`${method}.delete:operation`]);
  });
});
