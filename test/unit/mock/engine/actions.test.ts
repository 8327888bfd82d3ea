/** What actions do without a validator and without the facets that the generated packages have. The tests in test/behavior cover the rest. */
import { expect, it } from 'vitest';
import { createTestMock, readReason } from '../fixtures.js';

const zone = '/dns/v1/projects/p/managedZones/z';
const project = '/compute/v1/projects/p';
const disk = `${project}/zones/z/disks/d`;
const subnetwork = `${project}/regions/r/subnetworks/s`;
const seed = { resources: { [zone]: {}, [disk]: { sizeGb: '10' }, [subnetwork]: { ipCidrRange: '10.0.0.0/24' } } };

it.each([
  [`POST ${zone}/changes`, { additions: [{ name: 'x.' }] }, 'required'],
  [`POST ${zone}/changes`, { additions: {} }, 'invalid'],
  [`PATCH ${zone}`, { name: 'other' }, 'invalid'],
  [`POST ${disk}/createSnapshot`, {}, 'required'],
  ['POST /v1beta1/projects/p/events:report', {}, 'required'],
  ['POST /v1beta1/projects/p/events:report', { message: 5 }, 'invalid'],
  [`GET ${project}/global/sslPolicies?maxResults=501`, undefined, 'invalid'],
  [`GET ${project}/global/sslPolicies?maxResults=many`, undefined, 'invalid'],
  ['GET /v1beta1/projects/p/events?pageSize=-1', undefined, 'invalid'],
])('without a validator, %s %j is rejected by the action: %s', async (line, body, reason) => {
  const response = await createTestMock({ seed }).send(line, body);
  expect([response.status, readReason(response)]).toEqual([400, reason]);
});

it('a created resource goes through the states of the action', async () => {
  const { send, mock } = createTestMock({ seed, operationDelay: 1000 });
  const { body } = await send(`POST ${disk}/createSnapshot`, { name: 's' });
  expect(body).toMatchObject({ status: 'PENDING', targetLink: `http://mock.test${project}/global/snapshots/s` });
  const states: unknown[] = [];
  for (const milliseconds of [0, 500, 500]) {
    await mock.clock.advance(milliseconds);
    states.push((await send(`GET ${project}/global/snapshots/s`)).body['status']);
  }
  expect(states).toEqual(['CREATING', 'UPLOADING', 'READY']);
});

it('an update changes only the fields that its rule lists if no field is marked', async () => {
  const { send } = createTestMock({ seed });
  const { body: before } = await send(`GET ${subnetwork}`);
  const update = { fingerprint: before['fingerprint'], stackType: 'IPV4_IPV6', description: 'ignored' };
  expect((await send(`PATCH ${subnetwork}`, update)).status).toBe(200);
  const { body } = await send(`GET ${subnetwork}`);
  expect(body).toMatchObject({ stackType: 'IPV4_IPV6' });
  expect(body).not.toHaveProperty('description');
});
