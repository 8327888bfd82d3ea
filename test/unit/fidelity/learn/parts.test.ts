import { describe, expect, test } from 'vitest';
import { createShop, learnRules, type RecordedCall, repeat } from './shop.js';

const colors = { type: 'string', enum: ['RED', 'GREEN', 'BLUE'] };
const settings = { $ref: 'Settings' };

describe('learns the equal parts of what requests leave out:', () => {
  const shop = createShop({ settings, parts: { type: 'array', items: settings }, modes: { type: 'array', items: colors } });

  test('a default of an object whose members depend on whether it is sent', () => {
    const scenarios = repeat(
      8,
      (index) => ({ settings: index < 4 ? { level: 'LOW', mode: `m${index}` } : { level: `l${index}`, mode: 'x' } }),
      (index) => (index < 4 ? {} : { settings: { mode: 'x' } }),
    );
    expect(learnRules(shop, scenarios)).toEqual([{ kind: 'serverDefault', field: 'settings', value: { level: 'LOW' } }]);
  });

  test('a list of objects, without the members that differ', () => {
    const scenarios = repeat(4, (index) => ({ parts: [{ level: 'LOW', mode: `m${index}` }, { level: 'HIGH' }] }));
    expect(learnRules(shop, scenarios)).toEqual([{ kind: 'serverDefault', field: 'parts', value: [{ level: 'LOW' }, { level: 'HIGH' }] }]);
  });

  test('a list of objects with the field that requests or a default set elsewhere', () => {
    const level = (index: number) => (index < 2 ? `own${index}` : 'LOW');
    const scenarios = repeat(
      5,
      (index) => ({ settings: { level: level(index) }, parts: [{ level: level(index), mode: `m${index}` }] }),
      (index) => (index < 2 ? { settings: { level: level(index) } } : {}),
    );
    expect(learnRules(shop, scenarios)).toContainEqual({
      kind: 'serverDefault',
      field: 'parts',
      value: [{ level: '{settings.level}' }],
    });
  });

  test('a list of resources, unless requests created or deleted some', () => {
    const boxes = createShop({ boxes: { type: 'array', items: { $ref: 'Box' } } });
    const scenarios = repeat(4, () => ({ boxes: [{ size: 'S' }] })).map((calls, index): readonly RecordedCall[] => {
      const shelf = `projects/project-${index}/shelves/shelf-${index}`;
      const box: RecordedCall = {
        method: 'POST',
        path: `${shelf}/boxes?boxId=b`,
        body: { size: 'L' },
        response: { name: `${shelf}/boxes/b` },
      };
      const added: RecordedCall = { method: 'GET', path: shelf, response: { name: shelf, boxes: [{ size: 'S' }, { size: 'L' }] } };
      return index === 0 ? [...calls, box, added] : calls;
    });
    expect(learnRules(boxes, scenarios)).toContainEqual({ kind: 'serverDefault', field: 'boxes', value: [{ size: 'S' }] });
  });

  test.each([
    { what: 'lists of different lengths', parts: (index: number) => Array.from({ length: (index % 2) + 1 }, () => ({ level: 'LOW' })) },
    { what: 'an element without an equal member', parts: (index: number) => [{ level: 'LOW' }, { level: `l${index}` }] },
  ])('nothing of $what', ({ parts }) => {
    const scenarios = repeat(4, (index) => ({ parts: parts(index) }));
    expect(learnRules(shop, scenarios).filter(({ field }) => field === 'parts')).toEqual([]);
  });

  test('a set of texts in any order', () => {
    const sets = [
      ['RED', 'GREEN', 'BLUE'],
      ['BLUE', 'RED', 'GREEN'],
    ];
    const learnFrom = (list: (index: number) => unknown) =>
      learnRules(
        shop,
        repeat(4, (index) => ({ modes: list(index) })),
      );
    expect(learnFrom((index) => sets[index % 2])).toEqual([{ kind: 'serverDefault', field: 'modes', value: ['RED', 'GREEN', 'BLUE'] }]);
    expect(learnFrom((index) => (index === 0 ? ['RED', 'RED', 'BLUE'] : sets[0]))).toEqual([]);
  });

  test('without fields and values that the document lacks', () => {
    const scenarios = repeat(4, () => ({ settings: { level: 'LOW', newer: 'x' }, modes: ['RED', 'GREEN', 'BLUE', 'VIOLET'] }));
    expect(learnRules(shop, scenarios)).toEqual([
      { kind: 'serverDefault', field: 'modes', value: ['RED', 'GREEN', 'BLUE'] },
      { kind: 'serverDefault', field: 'settings', value: { level: 'LOW' } },
    ]);
  });
});
