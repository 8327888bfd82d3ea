import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../generator/lib/json.js';
import { learn } from '../../../../fidelity/learn/learn.js';
import type { Difference } from '../../../../fidelity/verify/difference.js';
import { createAndGet, createShop, learnOverlay, learnQuestions, learnRules, type RecordedCall, record, repeat } from './shop.js';

const text = { type: 'string' };
const colors = { type: 'string', enum: ['RED', 'GREEN', 'BLUE'] };

describe('a fact needs', () => {
  const shop = createShop({ tier: text, isOpen: { type: 'boolean' }, color: colors });

  test.each([
    { value: 'STANDARD', field: 'tier', enough: 3 },
    { value: 'RED', field: 'color', enough: 6 },
    { value: true, field: 'isOpen', enough: 8 },
  ])('so many scenarios that $field agrees by chance in less than 1 %: $enough', ({ value, field, enough }) => {
    const learnFrom = (count: number) =>
      learnRules(
        shop,
        repeat(count, () => ({ [field]: value })),
      );
    expect(learnFrom(enough - 1)).toEqual([]);
    expect(learnFrom(enough)).toEqual([{ kind: 'serverDefault', field, value }]);
  });

  test.each([
    { what: 'names', copy: () => ({ capacity: 5 }) },
    { what: 'numbers', copy: (index: number) => ({ capacity: 5 + index }) },
    { what: 'dates', copy: (index: number) => ({ notes: `2024-0${index + 1}-10T08:00:00Z` }) },
    {
      what: 'free texts',
      copy: (index: number) => ({ notes: `${'é'.repeat(index)} tree`, labels: { [`l${index}`]: 'a' } }),
    },
  ])('scenarios that differ in more than $what', ({ copy }) => {
    const api = createShop({ tier: text, notes: text, labels: { type: 'object', additionalProperties: text } });
    const same = ['alpha', 'beta', 'gamma-3', 'δέλτα'].map((id, index) =>
      createAndGet(id, copy(index), { tier: 'STANDARD' }, `project-${id}`),
    );
    expect(learnRules(api, same)).toEqual([]);
    expect(learnQuestions(api, same)).toEqual(['Shelf.tier:default: seen in 1 independent scenarios']);
  });

  test('no counterexample', () => {
    const scenarios = repeat(5, (index) => ({ tier: index === 3 ? 'PREMIUM' : 'STANDARD' }));
    expect(learnRules(shop, scenarios)).toEqual([]);
  });

  test('responses that return what requests set', () => {
    const scrambled = Array.from({ length: 5 }, (_, index): readonly RecordedCall[] =>
      createAndGet(
        `shelf-${index}`,
        { capacity: index, grade: `G${index}`, theme: 'history', tier: 'A', color: 'RED' },
        { capacity: 999, theme: 'x', tier: 'y', color: 'z', isOpen: true, notes: 'same' },
      ),
    );
    expect(learnRules(createShop({ tier: text, notes: text, color: text, isOpen: { type: 'boolean' } }), scrambled)).toEqual([]);
  });
});

describe('learns', () => {
  const settings = { $ref: 'Settings' };

  test.each([
    {
      what: 'a default that requests override',
      server: () => ({}),
      sent: (index: number) => (index < 2 ? { tier: `T${index}` } : {}),
      adds: { tier: 'STANDARD' },
      rule: { field: 'tier', value: 'STANDARD' },
    },
    { what: 'a constant', adds: { tier: 'STANDARD' }, rule: { field: 'tier', value: 'STANDARD' } },
    {
      what: 'an object as one value',
      adds: { settings: { level: 'LOW', mode: 'FAST' } },
      rule: { field: 'settings', value: { level: 'LOW', mode: 'FAST' } },
    },
    {
      what: 'a field of an object that requests can set',
      sent: (index: number) => ({ settings: { mode: `m${index}` } }),
      nested: { level: 'LOW' },
      rule: { field: 'settings.level', value: 'LOW' },
    },
  ])('$what', ({ sent = () => ({}), adds = {}, nested, rule }) => {
    const shop = createShop({ tier: text, settings });
    const scenarios = Array.from({ length: 5 }, (_, index) => {
      const body = { grade: `G${index}`, ...sent(index) } as Record<string, unknown>;
      const server = nested === undefined ? { ...adds, ...body } : { settings: { ...(body['settings'] as object | undefined), ...nested } };
      return createAndGet(`shelf-${index}`, body as never, server as never);
    });
    expect(learnRules(shop, scenarios)).toEqual([{ kind: 'serverDefault', ...rule }]);
  });

  test.each([
    { what: 'a part of the URL', value: (index: number) => `project-${index}`, rule: '{path.projectsId}' },
    { what: 'a part of the URL in a name', value: (index: number) => `v-shelf-${index}-a`, rule: 'v-{path.shelvesId}-a' },
    {
      what: 'the name of the resource',
      value: (index: number) => `https://shop.example.com/projects/project-${index}/shelves/shelf-${index}`,
      rule: 'https://shop.example.com/{resourceName}',
    },
    { what: 'another field', value: (index: number) => `label of theme${index}`, rule: 'label of {theme}' },
    { what: 'a UUID', value: (index: number) => `0000000${index}-aaaa-4bbb-8ccc-dddddddddddd`, rule: '{generated.uuid}' },
    { what: 'an address', value: (index: number) => `192.0.2.${index + 1}`, rule: '{generated.ipv4}' },
    { what: 'a normalized address', value: () => '${privateIPV4}', rule: '{generated.ipv4}' },
    { what: 'a time', value: (index: number) => `2024-04-0${index + 1}T12:34:56Z`, rule: '{now}' },
  ])('a template of $what', ({ value, rule }) => {
    const scenarios = repeat(
      4,
      (index) => ({ tier: value(index) }),
      (index) => ({ theme: `theme${index}` }),
    );
    expect(learnRules(createShop({ tier: text }), scenarios)).toEqual([{ kind: 'serverDefault', field: 'tier', value: rule }]);
  });

  test('an object that is set as a whole, unless requests set a part of it', () => {
    const own = { level: 'LOW', mode: 'FAST' };
    const sent = (index: number) => (index < 2 ? { settings: { mode: `m${index}` } } : {});
    const scenarios = repeat(5, (index) => ({ settings: own, ...sent(index) }), sent);
    expect(learnRules(createShop({ settings }), scenarios)).toEqual([
      { kind: 'serverDefault', field: 'settings', value: own },
      { kind: 'serverDefault', field: 'settings.mode', value: 'FAST' },
    ]);
  });

  test('a template of the generated ID of the resource', () => {
    const scenarios = repeat(4, (index) => ({ id: `417187955876633${index}`, tier: `shelves/417187955876633${index}` }));
    expect(learnRules(createShop({ id: text, tier: text }), scenarios)).toEqual([
      { kind: 'serverDefault', field: 'id', value: '{generated.digits(16)}' },
      { kind: 'serverDefault', field: 'tier', value: 'shelves/{id}' },
    ]);
  });

  test.each([
    { what: 'zones', places: ['us-east1-a', 'us-east1-b', 'us-east1-c'], isZonal: true, rule: '{locationCollection}' },
    { what: 'zones and regions', places: ['us-east1-a', 'us-east1', 'us-west1'], isZonal: true, rule: '{locationCollection}' },
    { what: 'zones as locations', places: ['us-east1-a', 'us-east1', 'us-west1'], isZonal: false, rule: 'locations' },
  ])('links to resources in locations: $what', ({ places, isZonal, rule }) => {
    const scenarios = places.map((place, index) => {
      const collection = isZonal && place.length > 8 ? 'zones' : 'locations';
      const tier = `https://shop.example.com/v1/projects/p-1/${collection}/${place}/shelves/shelf-${index}`;
      return createAndGet(`shelf-${index}`, { grade: `G${index}` }, { tier }, `p-1/locations/${place}`);
    });
    const [learned] = learnRules(createShop({ tier: text }, 'projects/[^/]+/locations/[^/]+'), scenarios);
    const parts = '{path.locationsId}/shelves/{path.shelvesId}';
    const value = rule === 'locations' ? '{resourceName}' : `projects/{path.projectsId}/${rule}/${parts}`;
    expect(learned).toEqual({ kind: 'serverDefault', field: 'tier', value: `https://shop.example.com/v1/${value}` });
  });

  test('values that depend on one field of the request', () => {
    const scenarios = repeat(
      12,
      (index) => ({ tier: index % 2 === 0 ? 'BASIC' : 'FULL' }),
      (index) => ({ color: index % 2 === 0 ? 'RED' : 'BLUE' }),
    );
    expect(learnRules(createShop({ tier: text, color: colors }), scenarios)).toEqual([
      { kind: 'serverDefault', field: 'tier', value: 'BASIC', when: { color: ['RED'] } },
      { kind: 'serverDefault', field: 'tier', value: 'FULL', when: { color: ['BLUE'] } },
    ]);
  });

  test('the metadata and the fields of operations', () => {
    const metadata = (index: number) => ({
      '@type': 'type.googleapis.com/shop.v1.Progress',
      target: `projects/project-${index}/shelves/shelf-${index}`,
    });
    const scenarios = repeat(3, () => ({})).map((calls, index): readonly RecordedCall[] => [
      ...calls,
      {
        method: 'DELETE',
        path: `projects/project-${index}/shelves/shelf-${index}`,
        response: {
          name: `operations/op-${index}`,
          metadata: metadata(index),
          done: false,
          selfLink: `https://shop.example.com/v1/operations/op-${index}`,
          targetLink: 'https://other.example.com/',
        },
      },
    ]);
    const fields = { 'metadata.target': '{resourceName}', selfLink: '{rootUrl}v1/operations/{operation}' };
    expect(learnRules(createShop(), scenarios)).toEqual([{ kind: 'operation', metadata: 'shop.v1.Progress', fields }]);
  });

  test('what operations have in addition when they have succeeded', () => {
    const scenarios = repeat(3, () => ({})).map((calls, index): readonly RecordedCall[] => {
      const [name, started] = [`operations/op-${index}`, { '@type': 'type.googleapis.com/shop.v1.Progress' }];
      const metadata = { ...started, stage: { name: 'EMPTY' }, message: `m${index}` };
      return [
        ...calls,
        { method: 'DELETE', path: `projects/project-${index}/shelves/shelf-${index}`, response: { name, metadata: started } },
        { method: 'GET', path: name, response: { name, metadata, done: true, response: {} } },
      ];
    });
    const doneFields = { 'metadata.stage.name': 'EMPTY' };
    expect(learnRules(createShop(), scenarios)).toEqual([{ kind: 'operation', metadata: 'shop.v1.Progress', doneFields }]);
  });
});

describe('compares with the mock, and', () => {
  const shop = createShop({ tier: text });
  const addActual = (scenarios: ReturnType<typeof record>, actual: object, differences: readonly Difference[]) =>
    scenarios.map((scenario) => ({
      ...scenario,
      calls: scenario.calls.map((call) => ({
        ...call,
        differences,
        actual: { status: 404, headers: [], body: { kind: 'json' as const, value: actual as JsonObject } },
      })),
    }));
  const learnFrom = (calls: (index: number) => readonly RecordedCall[], actual: object, differences: readonly Difference[] = []) =>
    learn([{ api: shop, scenarios: addActual(record(shop, [0, 1, 2].map(calls)), actual, differences) }])[0]!;

  test('counts what is already so', () => {
    const { rules, alreadySo } = learnFrom((index) => createAndGet(`shelf-${index}`, { grade: `G${index}` }, { tier: 'STANDARD' }), {});
    expect(rules).toEqual([]);
    expect(alreadySo).toBeGreaterThan(0);
  });

  test('proposes to omit what only the mock returns', () => {
    const extra: Difference = { kind: 'extra', field: 'tier', actual: 'STANDARD', pointer: ['tier'] };
    const { rules } = learnFrom((index) => createAndGet(`shelf-${index}`, { grade: `G${index}` }, {}), {}, [extra]);
    expect(rules.map(({ content }) => content)).toEqual([{ kind: 'omitted', fields: ['tier'] }]);
  });

  test('proposes the kind of lists', () => {
    const list = (index: number): RecordedCall => ({
      method: 'GET',
      path: `projects/p-${index}/shelves`,
      response: { kind: 'shop#shelves' },
    });
    const missing: Difference = { kind: 'missing', field: 'kind', expected: 'shop#shelves', pointer: ['kind'] };
    const { keys } = learnFrom((index) => [...createAndGet(`shelf-${index}`, { grade: `G${index}` }, {}), list(index)], {}, [missing]);
    expect(keys.map(({ at, value }) => [at, value])).toEqual([[['schemas', 'Shelves', 'properties', 'kind', 'x-const'], 'shop#shelves']]);
  });

  test('proposes messages of errors', () => {
    const error = (message: string) => ({ error: { code: 404, message, status: 'NOT_FOUND' } });
    const missing = (index: number): readonly RecordedCall[] => [
      {
        method: 'GET',
        path: `projects/p-${index}/shelves/shelf-${index}`,
        status: 404,
        response: error(`There is no projects/p-${index}/shelves/shelf-${index}.`),
      },
      ...createAndGet(`shelf-${index}`, { grade: `G${index}` }, {}, `p-${index}`),
    ];
    const { keys } = learnFrom(missing, error('not found'));
    expect(keys.map(({ at, value }) => [at, value])).toEqual([[['x-errors', 'messages', 'notFound'], 'There is no {name}.']]);
  });

  test('proposes the reason and the domain of errors whose messages nothing explains', () => {
    const missing = (index: number): readonly RecordedCall[] => {
      const message = `Gone ${'x'.repeat(index)}`;
      const errors = [{ message, reason: 'noShelf', domain: 'shop' }];
      const path = `projects/p-${index}/shelves/shelf-${index}`;
      const response = { error: { code: 404, message, errors } };
      return [{ method: 'GET', path, status: 404, response }, ...createAndGet(`shelf-${index}`, { grade: `G${index}` }, {})];
    };
    const { keys } = learnFrom(missing, { error: { code: 404, message: 'not found', status: 'NOT_FOUND' } });
    expect(keys.map(({ at, value }) => [at, value])).toEqual([
      [['x-errors', 'envelope'], 'errors'],
      [['x-errors', 'methods', 'shop.projects.shelves.get', 'notFound'], { reason: 'noShelf', domain: 'shop' }],
    ]);
  });

  test('proposes messages with a variable of a path for the resources with this path', () => {
    const missing = (index: number): readonly RecordedCall[] => {
      const error = { code: 404, message: `No shelf "shelf-${index}".`, status: 'NOT_FOUND' };
      const path = `projects/p-${index}/shelves/shelf-${index}`;
      return [{ method: 'GET', path, status: 404, response: { error } }, ...createAndGet(`shelf-${index}`, { grade: `G${index}` }, {})];
    };
    const { keys } = learnFrom(missing, { error: { code: 404, message: 'not found', status: 'NOT_FOUND' } });
    expect(keys.map(({ at, value }) => [at, value])).toEqual([
      [['x-errors', 'schemas', 'Shelf', 'notFound'], 'No shelf "{path.shelvesId}".'],
    ]);
  });

  test.each([
    { what: 'full URLs in which requests have a part', urls: ['full', 'full', 'full'], rules: [{ kind: 'resourceUrl', fields: ['tier'] }] },
    { what: 'none if a response has the part', urls: ['full', 'full', 'part', 'full'], rules: [] },
    { what: 'none in too few scenarios', urls: ['full', 'full'], rules: [] },
  ])('proposes $what', ({ urls, rules }) => {
    const different: Difference = { kind: 'value', field: 'tier', expected: 'x', actual: 'y', pointer: ['tier'] };
    const calls = urls.map((url, index) => {
      const tier = `projects/p-1/rooms/room-${'ab'.repeat(index)}`;
      return createAndGet(
        `shelf-${index}`,
        { grade: `G${index}`, tier },
        url === 'full' ? { tier: `https://shop.example.com/v1/${tier}` } : {},
      );
    });
    const { rules: found } = learn([{ api: shop, scenarios: addActual(record(shop, calls), {}, [different]) }])[0]!;
    expect(found.map(({ content }) => content)).toEqual(rules);
  });
});

describe('learns that names contain the number of the project', () => {
  const shop = createShop();
  const learnFrom = (numbers: readonly string[]) => {
    const scenarios = record(
      shop,
      numbers.map((number, index) => {
        const name = `projects/${number}/shelves/shelf-${index}`;
        return createAndGet(`shelf-${index}`, { grade: `G${index}` }, { name }, `project-${index}`);
      }),
    );
    const compared = scenarios.map((scenario, index) => {
      const body = { kind: 'json' as const, value: { name: `projects/project-${index}/shelves/shelf-${index}` } };
      return {
        ...scenario,
        calls: scenario.calls.map((call) => ({ ...call, differences: [], actual: { status: 200, headers: [], body } })),
      };
    });
    return learn([{ api: shop, scenarios: compared }])[0]!.rules.map(({ content }) => content);
  };

  test('if all of them do', () => {
    expect(learnFrom(['1234567', '2345678', '3456789'])).toEqual([{ kind: 'projectNumber', fields: ['name'] }]);
  });

  test('but not if one of them has the ID, or if there are too few', () => {
    expect(learnFrom(['1234567', '2345678', '3456789', 'project-3'])).toEqual([]);
    expect(learnFrom(['1234567', '2345678'])).toEqual([]);
  });
});

describe('learns the numbers of enum values', () => {
  const shop = createShop({ color: { type: 'string', enum: ['COLOR_UNSPECIFIED', 'RED', 'GREEN', 'BLUE', 'WHITE'] }, tier: text });
  /** A client that asks for numbers creates a shelf, and another one reads its name. */
  const paint = (index: number, number: number, name: string): readonly RecordedCall[] => {
    const path = `projects/project-${index}/shelves/shelf-${index}`;
    const shelf = { name: path, grade: `G${index}`, tier: 'STANDARD' };
    const [create] = createAndGet(`shelf-${index}`, { grade: `G${index}` }, {}, `project-${index}`);
    return [
      { ...create!, path: `${create!.path}&$alt=json%3Benum-encoding%3Dint`, response: { ...shelf, color: number } },
      { method: 'GET', path, response: { ...shelf, color: name } },
    ];
  };
  const learnFrom = (calls: readonly (readonly RecordedCall[])[]) => {
    const { keys, rules } = learn([{ api: shop, scenarios: record(shop, calls) }])[0]!;
    return {
      keys: keys.map(({ at, value }) => [at.join('.'), value]),
      colors: rules.filter(({ content }) => content['field'] === 'color'),
    };
  };

  test('that the same field has by name and by number, and reads them as names', () => {
    const { keys, colors } = learnFrom([0, 1, 2, 3, 4].map((index) => paint(index, 7, 'RED')));
    expect(keys).toEqual([['schemas.Shelf.properties.color.x-enumNumbers.RED', 7]]);
    expect(colors.map(({ content }) => content)).toEqual([{ kind: 'serverDefault', field: 'color', value: 'RED' }]);
  });

  test('but not if another exchange has another number for the name, or another name for the number', () => {
    const red = [0, 1, 2, 3].map((index) => paint(index, 7, 'RED'));
    expect(learnFrom([...red, paint(4, 8, 'RED')]).keys).toEqual([]);
    expect(learnFrom([...red, paint(4, 7, 'BLUE')]).keys).toEqual([]);
    expect(learnFrom(red.slice(0, 2)).keys).toEqual([]);
  });
});

describe('writes an overlay', () => {
  test('with a source, even if it has no entries', () => {
    expect(learnOverlay(createShop(), [])).toContain('x-source: { public: recorded traffic }');
  });

  const scenarios = repeat(3, () => ({ tier: 'on: {STANDARD\n# x' }));

  test('with escaped values, sources, and stable ids', () => {
    expect(
      learnOverlay(
        createShop({ tier: text }),
        repeat(3, () => ({ tier: '# x: "y"' })),
      ),
    ).toMatchInlineSnapshot(`
      "# Learned from recorded traffic. Read the page "Learning from recordings" of discogen's documentation before you use it.

      name: shop
      version: v1
      rootUrl: https://shop.example.com/
      x-source: { recordings: [ 940d47bba26c, a92d4cb8e55b, fe7f0d8f313e ], scenarios: 3, against: 0 }
      schemas:
        Shelf:
          x-rules:
            # 3 scenarios, none against: at least 43 % (95 % confidence)
            - {
                kind: serverDefault,
                field: tier,
                value: '# x: "y"',
                id: Shelf.tier:default,
                source: { recordings: [ 940d47bba26c, a92d4cb8e55b, fe7f0d8f313e ], scenarios: 3, against: 0 }
              }
      "
    `);
  });

  test('that is the same for the same recordings', () => {
    const shop = createShop({ tier: text });
    expect(learnOverlay(shop, scenarios)).toBe(learnOverlay(createShop({ tier: text }), scenarios.toReversed()));
  });

  test('without keys that change prototypes', () => {
    const response = JSON.parse('{"tier":"STANDARD","__proto__":{"tier":"STANDARD"}}') as object;
    expect(
      learnRules(
        createShop({ tier: text }),
        repeat(3, () => response),
      ),
    ).toEqual([{ kind: 'serverDefault', field: 'tier', value: 'STANDARD' }]);
    expect(({} as Record<string, unknown>)['tier']).toBeUndefined();
  });
});

describe('learns which resources the server creates with another', () => {
  const shop = createShop();
  const createAndList = (index: number, theme: string, ids: readonly string[]): readonly RecordedCall[] => {
    const path = `projects/p-1/shelves/shelf-${index}`;
    const boxes = ids.map((id) => ({ name: `${path}/boxes/${id}`, size: 'SMALL' }));
    return [
      ...createAndGet(`shelf-${index}`, { grade: `G${index}`, theme }, {}),
      { method: 'GET', path: `${path}/boxes`, response: ids.length === 0 ? {} : { boxes } },
    ];
  };
  const rule = { kind: 'ownedResources', members: expect.stringMatching(/\/boxes\/\{boxesId\}$/) as string, each: [{ name: 'first' }] };
  const learnFrom = (ids: (index: number) => readonly string[]) =>
    learnRules(
      shop,
      [0, 1, 2, 3, 4, 5].map((index) => createAndList(index, index < 3 ? 'history' : 'poetry', ids(index))),
    );

  test('and their fields', () => {
    expect(learnFrom(() => ['first'])).toEqual(expect.arrayContaining([rule, { kind: 'serverDefault', field: 'size', value: 'SMALL' }]));
  });

  test('under a condition', () => {
    expect(learnFrom((index) => (index < 3 ? ['first'] : []))).toContainEqual({ ...rule, when: { theme: ['history'] } });
  });

  test('but not from a list after a request that wrote there', () => {
    const scenarios = [0, 1, 2].map((index) => {
      const [create, , list] = createAndList(index, 'history', ['first']);
      const write = {
        method: 'POST',
        path: `projects/p-1/shelves/shelf-${index}/boxes?boxId=first`,
        body: { size: 'SMALL' },
        response: {},
      };
      return [create!, write, list!];
    });
    expect(learnRules(shop, scenarios)).toEqual([]);
  });
});
