/** Guest attributes of an instance, set by a seed. */
import { describe, expect, test } from 'vitest';
import { readMessage, origin, summarizeError, startMock } from '../request.js';

const instance = '/compute/v1/projects/p/zones/z/instances/i';
const [shortName, version, otherAttribute] = [
  { namespace: 'guestInventory', key: 'ShortName', value: 'debian' },
  { namespace: 'guestInventory', key: 'Version', value: '12' },
  { namespace: 'other', key: 'k', value: 'v' },
];
const { send } = startMock('compute', {
  seed: { resources: { [instance]: { name: 'i', guestAttributes: [shortName, version, otherAttribute] } } },
});

describe('guest attributes', () => {
  test.each([
    ['guestInventory/', [shortName, version]],
    ['guestInventory/Version', [version]],
    ['', [shortName, version, otherAttribute]],
  ])('returns the attributes at the path %j', async (queryPath, items) => {
    expect((await send(`GET ${instance}/getGuestAttributes?queryPath=${queryPath}`)).body).toEqual({
      kind: 'compute#guestAttributes',
      selfLink: `${origin}${instance}/guestAttributes/${queryPath}`,
      queryPath,
      queryValue: { items },
    });
  });

  test('returns the value of a key', async () => {
    expect((await send(`GET ${instance}/getGuestAttributes?variableKey=other/k`)).body).toMatchObject({
      variableKey: 'other/k',
      variableValue: 'v',
    });
  });

  // Clients recognize an instance without attributes by this message.
  test.each([`${instance}/getGuestAttributes?queryPath=none/`, `${instance}x/getGuestAttributes?queryPath=none/`])(
    'returns 404 for an unknown path: %s',
    async (path) => {
      const response = await send(`GET ${path}`);
      expect([response.status, readMessage(response)]).toEqual([404, "The resource 'none/' of type 'Guest Attribute' was not found."]);
    },
  );

  test('returns 400 for an invalid path', async () => {
    const response = await send(`GET ${instance}/getGuestAttributes?queryPath=a/b/c`);
    expect(summarizeError(response)).toEqual({ status: 400, reason: 'invalid', location: 'queryPath' });
  });
});
