/** Which descriptions of deletions state that a deletion fails while there are contents, and that the mock behaves accordingly. */
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../../../generator/model/build.js';
import { createMockFrom } from '../../../support/mock-of.js';

type Element = Readonly<Record<string, unknown>>;
const variable = (name: string): Element => ({ [name]: { type: 'string', location: 'path', required: true } });

/** Describes a collection with standard methods. `route` is the path of its members. */
function describeCollection(route: string, schema: string, deletion: Element = {}): Element {
  const variables = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const collection = {
    path: route.slice(0, route.lastIndexOf('/')),
    parameters: Object.assign({}, ...variables.slice(0, -1).map(variable)),
  };
  const parameters = Object.assign({}, ...variables.map(variable)) as Element;
  const { parameters: more, ...others } = deletion as { readonly parameters?: Element };
  const member = { path: route, parameters };
  return {
    methods: {
      insert: { ...collection, httpMethod: 'POST', request: { $ref: schema }, response: { $ref: schema } },
      list: { ...collection, httpMethod: 'GET', response: { $ref: `${schema}List` } },
      get: { ...member, httpMethod: 'GET', response: { $ref: schema } },
      delete: { ...member, httpMethod: 'DELETE', ...others, parameters: { ...parameters, ...more } },
    },
  };
}

/** Describes vaults with boxes and gold bars in them, and keys whose `parent` is a vault or a key. */
function describeVaults(deletion: Element, keyDeletion?: Element): Element {
  const schema = (id: string): Element => ({
    [id]: { id, type: 'object', properties: { name: { type: 'string' }, parent: { type: 'string' }, vault: { type: 'string' } } },
    [`${id}List`]: { id: `${id}List`, type: 'object', properties: { items: { type: 'array', items: { $ref: id } } } },
  });
  return {
    kind: 'discovery#restDescription',
    name: 'bank',
    version: 'v1',
    servicePath: '',
    schemas: { ...schema('Vault'), ...schema('Box'), ...schema('GoldBar'), ...schema('Key') },
    resources: {
      vaults: describeCollection('v1/vaults/{vault}', 'Vault', deletion),
      boxes: describeCollection('v1/vaults/{vault}/boxes/{box}', 'Box'),
      goldBars: describeCollection('v1/vaults/{vault}/goldBars/{bar}', 'GoldBar'),
      keys: describeCollection('v1/keys/{key}', 'Key', keyDeletion),
    },
  };
}

/** Returns the last literals of the collections that must be empty, with the parameter that deletes their members. */
function findContents(deletion: Element): readonly string[] {
  const vault = buildModel(describeVaults(deletion) as never, { variables: {} }).resources.find(({ path }) => path === 'v1/vaults/{vault}');
  return (vault?.inferredRules ?? []).map((rule) => {
    if (rule.kind === 'deleteBlockedByReference') return `${rule.by.split('/').at(-2) ?? ''} by ${rule.field}`;
    if (rule.kind !== 'deleteRequiresEmpty') return rule.kind;
    return [rule.members.split('/').at(-2), ...(rule.unless === undefined ? [] : [`unless ${rule.unless}`])].join(' ');
  });
}

const flag = (name: string, description: string): Element => ({
  parameters: { [name]: { type: 'boolean', location: 'query', description } },
});

describe('a published deletion fails while there are contents', () => {
  test.each([
    ['Deletes an empty vault.', ['boxes', 'goldBars']],
    ['Deletes the vault. The vault must not contain any Boxes.', ['boxes']],
    ["Deletes a vault. A vault can't be deleted if it contains Gold Bars. Remove all of them before.", ['goldBars']],
    ['Deletes the vault. All child GoldBars must have been previously deleted.', ['goldBars']],
    ['Deletes the vault. Before you can delete a vault, you must delete all its boxes.', ['boxes']],
    ['Deletes the vault. Requests will be rejected with FAILED_PRECONDITION if the vault has boxes.', ['boxes']],
    ['Deletes the vault. Fails if the vault is non-empty.', ['boxes', 'goldBars']],
    ['Deletes the vault. The vault cannot be deleted if it has any child Keys.', ['keys by parent']],
    ['Deletes the vault. The vault cannot have any keys when it is deleted.', ['keys by vault']],
    // No statement about contents.
    ['Deletes the vault and all its boxes.', []],
    ['Deletes the vault. You must own all of its boxes.', []],
    ['Deletes the vault. Fails if the vault is referenced by an alarm.', []],
    ['Deletes the vault. It returns an empty response.', []],
  ])('%s', (description, contents) => {
    expect(findContents({ description })).toEqual(contents);
  });

  test.each([
    ['If set to true, any boxes in this vault will also be deleted. Otherwise, the request will only work if it has none.', ['boxes']],
    ['If False and the vault contains boxes, the request will fail. Default is False', ['boxes']],
    ['If set to true, any boxes of this vault will also be deleted.', ['boxes']],
    ['Whether to cascade delete all child resources.', ['boxes', 'goldBars']],
    ['If true, any subresource will also be deleted. Otherwise, the request only succeeds if there is none.', ['boxes', 'goldBars']],
    ['If true, the vault is deleted even if an alarm uses it.', []],
    ['Ignores all safety checks.', []],
  ])('unless a parameter is true: %s', (description, contents) => {
    expect(findContents(flag('withContents', description))).toEqual(contents.map((name) => `${name} unless withContents`));
  });
});

test('the mock deletes nothing while there are contents, and everything with the parameter', async () => {
  const deletion = flag('deleteContents', 'If False and the vault contains boxes, the request will fail.');
  const seed = { resources: { '/v1/vaults/v': {}, '/v1/vaults/v/boxes/b': {} } };
  const mock = createMockFrom(buildModel(describeVaults(deletion) as never, { variables: {} }), { seed });
  const send = async (method: string, path: string): Promise<number> => (await mock.handle({ method, url: `/v1/${path}` })).status;
  expect(await send('DELETE', 'vaults/v')).toBe(400);
  expect(await send('DELETE', 'vaults/v?deleteContents=false')).toBe(400);
  expect([await send('GET', 'vaults/v'), await send('GET', 'vaults/v/boxes/b')]).toEqual([200, 200]);
  expect(await send('DELETE', 'vaults/v?deleteContents=true')).toBeLessThan(300);
  expect([await send('GET', 'vaults/v'), await send('GET', 'vaults/v/boxes/b')]).toEqual([404, 404]);
});

test('the mock deletes nothing while a resource elsewhere has it as its parent', async () => {
  const deletion = { description: 'The vault cannot be deleted if it has any child Keys.' };
  const seed = { resources: { '/v1/vaults/v': {}, '/v1/keys/k': { parent: 'vaults/v' }, '/v1/vaults/w': {} } };
  const mock = createMockFrom(buildModel(describeVaults(deletion) as never, { variables: {} }), { seed });
  const send = async (method: string, path: string): Promise<number> => (await mock.handle({ method, url: `/v1/${path}` })).status;
  expect([await send('DELETE', 'vaults/v'), await send('DELETE', 'vaults/w')]).toEqual([400, expect.any(Number)]);
  expect([await send('GET', 'vaults/v'), await send('GET', 'vaults/w')]).toEqual([200, 404]);
});

describe('contents elsewhere whose names the server composes', () => {
  const describeBindings = (action?: Element): Element => {
    const bank = describeVaults({ description: 'The vault cannot have any keys when it is deleted.' });
    const name = { name: { type: 'string', location: 'path', required: true, pattern: '^keys/.*$' } };
    const key = { request: { $ref: 'Key' }, response: { $ref: 'Key' } };
    const methods = {
      create: { path: 'v1/keys', httpMethod: 'POST', ...key, ...(action && { 'x-action': action }) },
      delete: { path: 'v1/{+name}', flatPath: 'v1/keys/{keysId}', httpMethod: 'DELETE', parameters: name },
    };
    return { ...bank, resources: { ...(bank.resources as object), keys: { methods } } };
  };
  const deleteKeyAndVault = async (description: Element): Promise<readonly number[]> => {
    const mock = createMockFrom(buildModel(description as never, { variables: {} }), { seed: { resources: { '/v1/vaults/v': {} } } });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ parent: '//bank.example.com/1', vault: 'vaults/v' });
    await mock.handle({ method: 'POST', url: '/v1/keys', headers, body });
    const paths = ['vaults/v', 'keys/%252F%252Fbank.example.com%252F1/vaults/v', 'vaults/v'];
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await mock.handle({ method: 'DELETE', url: `/v1/${path}` })).status);
    return statuses;
  };

  test('do not block a deletion if the form of their names is unknown', async () => {
    expect(await deleteKeyAndVault(describeBindings())).toEqual([200, 404, 404]);
  });

  test('block a deletion until they are deleted by a name in the stated form', async () => {
    const action = { kind: 'create', resource: 'v1/keys/{keysId}', name: '{parent:encoded}/{vault}' };
    expect(await deleteKeyAndVault(describeBindings(action))).toEqual([400, 200, 200]);
  });
});

describe('a published deletion whose contents are elsewhere is implemented as far as they are known', () => {
  const describeKeys = (deletion: Element): Element => describeVaults({}, deletion);

  test.each([
    // Without the parameter, there could be contents.
    ['Allows the deletion of a key even if it is not empty.', { parameter: 'all', value: true }],
    ['If true, any copies of the key are deleted. Otherwise, the request only works if it has none.', { parameter: 'all', value: true }],
    // Which resources are the contents follows from their `parent`.
    ['If true, delete the key with all its descendants. Otherwise, it only works if there are none.', { parameter: 'all', value: false }],
    // The resource has no collections.
    ['If true, any subresource will also be deleted.', undefined],
    // Users of a key aren't in it.
    ['If false and vaults use the key, an error is returned with the references.', undefined],
  ])('%s', (description, onlyIf) => {
    const { methods } = buildModel(describeKeys(flag('all', description)) as never, { variables: {} });
    expect(methods.find(({ id }) => id === 'bank.keys.delete')?.action).toEqual({
      kind: 'delete',
      resource: 'v1/keys/{key}',
      ...(onlyIf && { onlyIf }),
    });
  });

  test.each([flag('all', 'Whether any items of the key should also be deleted.'), { description: 'Deletes an empty key.' }])(
    'the mock does not delete contents that it does not know: %j',
    (deletion) => {
      const { methods } = buildModel(describeKeys(deletion) as never, { variables: {} });
      expect(methods.find(({ id }) => id === 'bank.keys.delete')).toMatchObject({
        support: 'notImplemented',
        supportNote: "The deletion depends on the contents of the resource, and the document doesn't state which resources they are.",
      });
    },
  );

  test.each([
    ['Allows the deletion of a key even if it is not empty.', { 'keys/a': 501, 'keys/a?all=false': 501, 'keys/a?all=true': 200 }],
    [
      'If true, delete a key with all its descendants. Otherwise, it only works if there are none.',
      { 'keys/a?all=true': 501, 'keys/a': 400, 'keys/b': 200 },
    ],
  ])('the mock deletes nothing otherwise: %s', async (description, statuses) => {
    const seed = { resources: { '/v1/keys/a': {}, '/v1/keys/b': { parent: 'keys/a' } } };
    const mock = createMockFrom(buildModel(describeKeys(flag('all', description)) as never, { variables: {} }), { seed });
    const send = async (method: string, path: string): Promise<number> => (await mock.handle({ method, url: `/v1/${path}` })).status;
    for (const [path, status] of Object.entries(statuses)) {
      expect(await send('DELETE', path)).toBe(status);
      expect(await send('GET', path)).toBe(status === 200 ? 404 : 200);
    }
  });
});
