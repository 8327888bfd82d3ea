import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../generator/lib/json.js';
import { proposeOmitted } from '../../../../fidelity/learn/propose-omitted.js';
import type { Difference } from '../../../../fidelity/verify/difference.js';
import { createAndGet, createShop, learnRules, record, repeat } from './shop.js';

const text = { type: 'string' };

describe('learns', () => {
  test('a boolean field that repeats another one', () => {
    const shop = createShop({ locked: { type: 'boolean' }, sealed: { type: 'boolean' }, tier: text });
    const scenarios = repeat(
      11,
      (index) => ({ sealed: index % 2 === 0 }),
      (index) => (index % 2 === 0 ? { locked: true } : index < 6 ? { locked: false } : {}),
    );
    expect(learnRules(shop, scenarios)).toEqual([
      { kind: 'serverDefault', field: 'sealed', value: true, when: { locked: [true] } },
      { kind: 'serverDefault', field: 'sealed', value: false, when: { locked: [false, null] } },
    ]);
  });

  test.each([
    { what: 'a constant that requests cannot change', tier: () => 'FIXED', rules: [{ value: 'FIXED', on: ['create', 'update'] }] },
    {
      what: 'nothing of a field that the server sometimes changes',
      tier: (index: number) => (index < 2 ? `T${index}` : 'FIXED'),
      rules: [],
    },
  ])('$what', ({ tier, rules }) => {
    const scenarios = Array.from({ length: 4 }, (_, index) =>
      createAndGet(`shelf-${index}`, { grade: `G${index}`, tier: `T${index}` }, { tier: tier(index) }),
    );
    expect(learnRules(createShop({ tier: text }), scenarios)).toEqual(
      rules.map((rule) => ({ kind: 'serverDefault', field: 'tier', ...rule })),
    );
  });
});

test('omits what only resources of another collection have', () => {
  const api = createShop({ tier: text, locationsId: text }, 'projects/[^/]+');
  const template = { ...api.resources.find(({ schema }) => schema === 'Shelf')! };
  const extra: Difference = { kind: 'extra', field: 'tier', actual: 'STANDARD', pointer: ['tier'] };
  const observe = (variables: Record<string, string>, value: JsonObject, index: number) => {
    const [scenario] = record(api, [createAndGet(`shelf-${index}`, { grade: `G${index}` }, {})]);
    const call = { ...scenario!.calls[1]!, differences: [extra] };
    const resource = { template, path: '', variables, name: '', sent: {}, isCreated: true, changes: [] };
    return {
      subject: 'Shelf',
      role: 'resource',
      at: '',
      type: { kind: 'ref', schema: 'Shelf' },
      value,
      resource,
      call,
      scenario: scenario!,
      index,
    } as const;
  };
  const observations = [
    ...[0, 1, 2].map((index) => observe({ projectsId: 'p-1' }, {}, index)),
    observe({ projectsId: 'p-1', locationsId: 'l' }, { tier: 'STANDARD', locationsId: 'l' }, 3),
  ];
  const { rules } = proposeOmitted(
    api,
    observations.map((one, index) => (index < 3 ? one : { ...one, call: { ...one.call, differences: [] } })),
  );
  expect(rules.map(({ content }) => content)).toEqual([{ kind: 'omitted', fields: ['tier'], when: { locationsId: [null] } }]);
});
