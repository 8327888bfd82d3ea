/** lookupEffectiveGuestPolicy merges the policies of an instance's ancestry and tags each entry with its source. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../mock/index.js';
import { summarizeError, startMock, type MockClient } from './request.js';

const lookupLine = 'POST /v1beta/projects/p/zones/z/instances/i:lookupEffectiveGuestPolicy';
const createPolicy = (owner: string, name: string, assignment: JsonObject = {}): Readonly<Record<string, JsonObject>> => ({
  [`/v1beta/${owner}/guestPolicies/${name}`]: { name: `${owner}/guestPolicies/${name}`, packages: [{ name: `of-${name}` }], assignment },
});

function start(policies: Readonly<Record<string, JsonObject>>, ancestors: readonly string[] = []): MockClient {
  return startMock('osConfig', { seed: { resources: policies, ancestors: { 'projects/p': ancestors } } });
}
const listSources = ({ body }: { readonly body: JsonObject }): readonly unknown[] =>
  ((body['packages'] ?? []) as readonly JsonObject[]).map(({ source }) => source);

describe('merged policies', () => {
  test('contain packages, repositories, and recipes with their sources', async () => {
    const name = 'projects/p/guestPolicies/g';
    const { send } = start({
      [`/v1beta/${name}`]: {
        name,
        packages: [{ name: 'a' }, { name: 'b' }],
        packageRepositories: [{ apt: { uri: 'x' } }],
        recipes: [{ name: 'r', version: '1' }],
      },
    });
    const { status, body } = await send(lookupLine, {});
    expect(status).toBe(200);
    expect(body).toEqual({
      packages: [
        { source: name, package: { name: 'a' } },
        { source: name, package: { name: 'b' } },
      ],
      packageRepositories: [{ source: name, packageRepository: { apt: { uri: 'x' } } }],
      softwareRecipes: [{ source: name, softwareRecipe: { name: 'r', version: '1' } }],
    });
  });

  test('are empty without policies, and the instance need not exist', async () => {
    const { status, body } = await start({}).send(lookupLine, {});
    expect(status).toBe(200);
    expect(body).toEqual({});
  });

  test('include those of the ancestors, nearest first', async () => {
    const policies = { ...createPolicy('organizations/o', 'c'), ...createPolicy('folders/f', 'b'), ...createPolicy('projects/p', 'a') };
    const sources = listSources(await start(policies, ['folders/f', 'organizations/o']).send(lookupLine, {}));
    expect(sources).toEqual(['projects/p/guestPolicies/a', 'folders/f/guestPolicies/b', 'organizations/o/guestPolicies/c']);
  });

  test('exclude those of other projects', async () => {
    const policies = { ...createPolicy('projects/q', 'x'), ...createPolicy('folders/g', 'y'), ...createPolicy('projects/p', 'a') };
    expect(listSources(await start(policies, ['folders/f']).send(lookupLine, {}))).toEqual(['projects/p/guestPolicies/a']);
  });

  test('include only those of the project without seeded ancestors', async () => {
    expect(
      listSources(await start({ ...createPolicy('projects/p', 'a'), ...createPolicy('folders/f', 'b') }).send(lookupLine, {})),
    ).toEqual(['projects/p/guestPolicies/a']);
  });
});

describe('assignment by operating system', () => {
  const debian = { osShortName: 'debian', osVersion: '11.7', osArchitecture: 'x86_64' };
  test.each([
    ['name, version, and architecture', { osShortName: 'debian', osVersion: '11.7', osArchitecture: 'x86_64' }, true],
    ['the name alone', { osShortName: 'debian' }, true],
    ['the version alone', { osVersion: '11.7' }, true],
    ['the architecture alone', { osArchitecture: 'x86_64' }, true],
    ['a version prefix', { osShortName: 'debian', osVersion: '11*' }, true],
    ['another version prefix', { osShortName: 'debian', osVersion: '12*' }, false],
    ['a version that only starts like it', { osVersion: '11' }, false],
    ['another name', { osShortName: 'centos' }, false],
    ['another architecture', { osShortName: 'debian', osArchitecture: 'aarch64' }, false],
    ['nothing', {}, true],
  ])('%s', async (_, osType, isAssigned) => {
    const { send } = start(createPolicy('projects/p', 'a', { osTypes: [osType] }));
    expect(listSources(await send(lookupLine, debian))).toHaveLength(isAssigned ? 1 : 0);
  });

  test('needs only one of several matches', async () => {
    const { send } = start(createPolicy('projects/p', 'a', { osTypes: [{ osShortName: 'centos' }, { osShortName: 'debian' }] }));
    expect(listSources(await send(lookupLine, debian))).toHaveLength(1);
  });

  test('does not match an instance without operating system data', async () => {
    const { send } = start(createPolicy('projects/p', 'a', { osTypes: [{ osShortName: 'debian' }] }));
    expect(listSources(await send(lookupLine, {}))).toEqual([]);
  });
});

describe('assignment by location', () => {
  test.each([
    ['its zone', { zones: ['z'] }, true],
    ['its zone among others', { zones: ['y', 'z'] }, true],
    ['another zone', { zones: ['y'] }, false],
    ['its name', { instanceNamePrefixes: ['i'] }, true],
    ['another name', { instanceNamePrefixes: ['web-'] }, false],
    ['itself', { instances: ['zones/z/instances/i'] }, true],
    ['itself by its URL', { instances: ['https://x.example/compute/v1/projects/p/zones/z/instances/i'] }, true],
    ['one of its name in another zone', { instances: ['zones/y/instances/i'] }, false],
    ['another one', { instances: ['zones/z/instances/j'] }, false],
    ['labels that it does not have', { groupLabels: [{ labels: { a: 'b' } }] }, false],
    ['its zone and another name', { zones: ['z'], instanceNamePrefixes: ['web-'] }, false],
  ])('%s', async (_, assignment, isAssigned) => {
    expect(listSources(await start(createPolicy('projects/p', 'a', assignment)).send(lookupLine, {}))).toHaveLength(isAssigned ? 1 : 0);
  });
});

describe('the request', () => {
  test.each([
    ['a number', { osShortName: 1 }, 'osShortName'],
    ['a list', { osVersion: ['1'] }, 'osVersion'],
    ['an unknown field', { os: 'debian' }, 'os'],
  ])('rejects %s with 400', async (_, body, location) => {
    expect(summarizeError(await start({}).send(lookupLine, body))).toEqual({ status: 400, reason: 'invalid', location });
  });

  test.each([
    ['no zone', 'POST /v1beta/projects/p/instances/i:lookupEffectiveGuestPolicy', 404],
    ['no verb', 'POST /v1beta/projects/p/zones/z/instances/i', 404],
    ['another version', 'POST /v1/projects/p/zones/z/instances/i:lookupEffectiveGuestPolicy', 404],
    ['a GET', 'GET /v1beta/projects/p/zones/z/instances/i:lookupEffectiveGuestPolicy', 405],
  ])('%s', async (_, line, status) => {
    expect((await start({}).send(line, line.startsWith('GET') ? undefined : {})).status).toBe(status);
  });
});

describe('a new policy', () => {
  const createLine = 'POST /v1beta/projects/p/guestPolicies';
  test.each([
    ['the shortest id', 'a', 200],
    ['the longest id', `a${'-0'.repeat(31)}`, 200],
    ['one character more', `a${'-0'.repeat(31)}0`, 400],
    ['a capital', 'Policy', 400],
    ['a digit first', '1a', 400],
    ['a dash last', 'a-', 400],
    ['an empty value', '', 400],
  ])('%s', async (_, id, status) => {
    expect((await start({}).send(`${createLine}?guestPolicyId=${id}`, {})).status).toBe(status);
  });

  test('requires an ID', async () => {
    expect(summarizeError(await start({}).send(createLine, {}))).toEqual({ status: 400, reason: 'required', location: 'guestPolicyId' });
  });
});

describe('the update mask', () => {
  const path = '/v1beta/projects/p/guestPolicies/g';
  const createPolicy = {
    name: 'projects/p/guestPolicies/g',
    packages: [{ name: 'a' }],
    assignment: { zones: ['z'], instanceNamePrefixes: ['i'] },
  };

  test('accepts nested fields', async () => {
    const { send } = start({ [path]: createPolicy });
    const { body } = await send(`PATCH ${path}?updateMask=assignment.zones`, { assignment: { zones: ['y'] }, packages: [] });
    expect(body).toMatchObject({ ...createPolicy, assignment: { zones: ['y'], instanceNamePrefixes: ['i'] } });
  });

  test.each(['packages.name', 'description.text', 'assignment.zones.z', 'assignment.nothing'])('rejects %s', async (mask) => {
    const { send } = start({ [path]: createPolicy });
    expect(summarizeError(await send(`PATCH ${path}?updateMask=${mask}`, {}))).toEqual({
      status: 400,
      reason: 'invalid',
      location: 'updateMask',
    });
    expect((await send(`GET ${path}`)).body).toMatchObject(createPolicy);
  });
});
