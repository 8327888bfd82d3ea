/** The form and the messages of errors follow from the paths and the operations of an API. */
import { expect, test } from 'vitest';
import { buildModel } from '../../../../generator/model/build.js';
import { createMockFrom } from '../../../support/mock-of.js';
import { document } from '../../../support/things-document.js';

type Description = Parameters<typeof buildModel>[0];

async function readMissingThing(description: object, path = '/v1/projects/p/things/none'): Promise<unknown> {
  const api = buildModel(description as Description, { variables: {} });
  const { body } = await createMockFrom(api).handle({ method: 'GET', url: `http://mock.test${path}` });
  return JSON.parse(body) as unknown;
}

/** The document with another start of its paths. */
const withServicePath = (servicePath: string): object =>
  JSON.parse(JSON.stringify({ ...document, servicePath }).replaceAll('"path":"v1/', '"path":"')) as object;
const userIp = { parameters: { userIp: { type: 'string', location: 'query' } } };

const code = 404;
const message = "The resource 'projects/p/things/none' was not found";
const errors = [{ domain: 'global', reason: 'notFound', message }];

test('paths that begin with the version have the form of AIP-193', async () => {
  expect(await readMissingThing(document)).toEqual({
    error: { code, message: 'thing "projects/p/things/none" not found', status: 'NOT_FOUND' },
  });
});

test('paths with a name before the version have a list of errors and the canonical code', async () => {
  expect(await readMissingThing(withServicePath('things/v1/'), '/things/v1/projects/p/things/none')).toEqual({
    error: { code, message, status: 'NOT_FOUND', errors },
  });
});

test('paths with a name before the version have only a list of errors if the API describes userIp', async () => {
  expect(await readMissingThing({ ...withServicePath('things/v1/'), ...userIp }, '/things/v1/projects/p/things/none')).toEqual({
    error: { code, message, errors },
  });
});

test('services with the standard metadata of operations share a message', async () => {
  const names = ['apiVersion', 'createTime', 'endTime', 'requestedCancellation', 'statusMessage', 'target', 'verb'];
  const properties = Object.fromEntries(names.map((name) => [name, { type: name === 'requestedCancellation' ? 'boolean' : 'string' }]));
  const OperationMetadata = { id: 'OperationMetadata', type: 'object', properties };
  const description = { ...document, schemas: { ...document.schemas, OperationMetadata } };
  expect(await readMissingThing(description)).toMatchObject({ error: { message: "Resource 'projects/p/things/none' was not found" } });
});

test('a statement replaces the form and the messages', async () => {
  const stated = {
    envelope: 'both',
    messages: { notFound: 'Not found: {name}' },
    schemas: { Thing: { notFound: 'There is no thing {id}.' } },
  };
  expect(await readMissingThing({ ...document, 'x-errors': stated })).toEqual({
    error: {
      code,
      message: 'There is no thing none.',
      status: 'NOT_FOUND',
      errors: [{ domain: 'global', reason: 'notFound', message: 'There is no thing none.' }],
    },
  });
});

test.each([
  ['things.example.com', 'things.example.com'],
  ['things.googleapis.com', 'googleapis.com'],
])('a reason that services share at %s has the domain %s', async (host, domain) => {
  const api = buildModel({ ...document, rootUrl: `https://${host}/` } as unknown as Description, { variables: {} });
  const { body } = await createMockFrom(api, { auth: 'on' }).handle({ method: 'GET', url: 'http://mock.test/v1/projects/p/things/none' });
  expect(JSON.parse(body)).toMatchObject({ error: { details: [{ reason: 'CREDENTIALS_MISSING', domain, metadata: { service: host } }] } });
});
