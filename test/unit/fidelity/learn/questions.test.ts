import { describe, expect, test } from 'vitest';
import { createShop, learnQuestions, learnRules, repeat, type RecordedCall } from './shop.js';

const text = { type: 'string' };

describe('learns the default of a field', () => {
  test('if only the completed operation shows the ID of the new resource', () => {
    const shop = createShop({ tier: text }, undefined, { $ref: 'Operation' });
    const scenarios = Array.from({ length: 4 }, (_, index): readonly RecordedCall[] => {
      const name = `projects/p-1/shelves/${1000 + index}`;
      const body = { grade: `G${index}`, ...(index === 0 && { tier: 'OWN' }) };
      const response = { name, tier: 'STANDARD', ...body };
      return [
        { method: 'POST', path: 'projects/p-1/shelves', body, response: { name: `operations/o-${index}` } },
        {
          method: 'GET',
          path: `operations/o-${index}`,
          response: { name: `operations/o-${index}`, done: true, response: { '@type': 'type.googleapis.com/shop.Shelf', ...response } },
        },
        { method: 'GET', path: name, response },
      ];
    });
    expect(learnRules(shop, scenarios)).toContainEqual({ kind: 'serverDefault', field: 'tier', value: 'STANDARD' });
  });

  test('of a resource that no request creates', () => {
    const settings = (index: number): RecordedCall => ({
      method: 'GET',
      path: `projects/p-${index}/settings`,
      response: { level: 'LOW' },
    });
    const scenarios = repeat(3, () => ({})).map((calls, index) => [...calls, settings(index)]);
    expect(learnRules(createShop(), scenarios)).toEqual([{ kind: 'serverDefault', field: 'level', value: 'LOW' }]);
  });
});

describe('asks about a value', () => {
  const setTheme = (index: number, tier: string): readonly RecordedCall[] => {
    const name = `projects/p-1/shelves/shelf-${index}`;
    return [{ method: 'POST', path: `${name}:setTheme`, body: { theme: `OLD${index}` }, response: { name, tier } }];
  };
  const shop = createShop({ tier: text });
  const changed = [0, 1, 2, 3].map((index) => setTheme(index, 'COLD'));

  test('that occurs only after one custom method', () => {
    expect(learnRules(shop, changed)).toEqual([]);
    expect(learnQuestions(shop, changed)).toContain('Shelf.tier:default: only seen after shop.projects.shelves.setTheme');
  });

  test('unless it also occurs without the method', () => {
    const scenarios = [...changed, ...repeat(1, () => ({ tier: 'COLD' }))];
    expect(learnRules(shop, scenarios)).toContainEqual({ kind: 'serverDefault', field: 'tier', value: 'COLD' });
  });
});

describe('learns a value that holds unless requests set one of several fields', () => {
  const shop = createShop({ tier: text, settings: { $ref: 'Settings' }, notes: text });
  const sent = (index: number) => (index % 4 === 1 ? { settings: { level: `l${index}` } } : index % 4 === 3 ? { notes: `n${index}` } : {});
  const learnFrom = (tier: (index: number) => string) =>
    learnRules(
      shop,
      repeat(24, (index) => ({ tier: tier(index) }), sent),
    ).filter(({ field }) => field === 'tier');

  test('if all exceptions set one', () => {
    expect(learnFrom((index) => (index % 2 === 0 ? 'TABLE' : `T${index}`))).toEqual([
      { kind: 'serverDefault', field: 'tier', value: 'TABLE', when: { notes: [null], settings: [null] } },
    ]);
  });

  test('but not if another exchange is an exception', () => {
    expect(learnFrom((index) => (index % 2 === 0 && index !== 12 ? 'TABLE' : `T${index}`))).toEqual([]);
  });
});

describe('learns a value under the narrowest condition that excludes others', () => {
  const shop = createShop({ tier: text, notes: text, password: text, isOpen: { type: 'boolean' } });
  const themes = ['red', 'blue', 'green'];
  const learnTier = (tier: (index: number) => string, more: (index: number) => object = () => ({})) =>
    learnRules(
      shop,
      repeat(
        7,
        (index) => ({ tier: tier(index) }),
        (index) => ({ theme: index < 5 ? themes[index % 2] : 'green', ...more(index) }),
      ),
    ).filter(({ field }) => field === 'tier');

  test('of one field', () => {
    expect(learnTier((index) => (index < 5 ? 'STANDARD' : 'PREMIUM'))).toEqual([
      { kind: 'serverDefault', field: 'tier', value: 'STANDARD', when: { theme: ['blue', 'red'] } },
    ]);
  });

  test('of all fields that can be the reason, without secrets', () => {
    const tier = (index: number): string => (index < 5 ? 'STANDARD' : 'PREMIUM');
    expect(learnTier(tier, (index) => (index < 5 ? { password: `p${index % 2}` } : {}))).toEqual([
      { kind: 'serverDefault', field: 'tier', value: 'STANDARD', when: { password: ['{present}'], theme: ['blue', 'red'] } },
    ]);
  });

  test('but not if it can agree by chance', () => {
    const scenarios = repeat(
      9,
      (index) => ({ isOpen: index < 5 }),
      (index) => ({ theme: themes[index < 5 ? index % 2 : 2] }),
    );
    expect(learnRules(shop, scenarios).filter(({ field }) => field === 'isOpen')).toEqual([]);
  });
});

test('asks about a time after the request', () => {
  const scenarios = repeat(4, (index) => ({ expireTime: `2024-04-0${index + 1}T12:34:56Z` }));
  expect(learnQuestions(createShop({ expireTime: text }), scenarios)).toContain(
    'Shelf.expireTime:default: it is a later time, and no rule can state which',
  );
});

test('asks if a constant and another field explain a value, until an exchange separates them', () => {
  const shop = createShop({ tier: text });
  const copies = (themes: readonly string[]) =>
    repeat(
      themes.length,
      (index) => ({ tier: themes[index] }),
      (index) => ({ theme: themes[index] }),
    );
  expect(learnRules(shop, copies(['history', 'history', 'history', 'history']))).toEqual([]);
  expect(learnQuestions(shop, copies(['history', 'history', 'history', 'history']))).toEqual([
    'Shelf.tier:default: either "history" or "{theme}"',
  ]);
  expect(learnRules(shop, copies(['history', 'history', 'history', 'poetry']))).toEqual([
    { kind: 'serverDefault', field: 'tier', value: '{theme}' },
  ]);
});
