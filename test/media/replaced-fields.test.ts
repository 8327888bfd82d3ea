/** A required field that holds the content is required unless the call sends media: in the validators of the client and in the mock. */
import { describe, expect, test } from 'vitest';
import { ApiError, ParameterError } from '../../runtime/errors.js';
import type { MessageValidator } from '../../runtime/validate/index.js';
import { importPackage, noDelay, type Letters, type LettersClient } from './store.js';

const letters = await importPackage<Letters>('letters-v1');
const media = { body: 'Subject: a\r\n\r\nhi', type: 'message/rfc822' };

function createClient(validate: boolean): LettersClient {
  const options = validate ? { validate: letters.validators } : {};
  return letters.createLettersClient({ fetch: letters.createMock().fetch, retry: noDelay, ...options });
}

describe.each([
  ['the mock', false, ApiError],
  ['the client', true, ParameterError],
])('%s', (_, validate, ErrorClass) => {
  const client = createClient(validate);

  test('requires the field or media', async () => {
    expect(await client.letters.insert({ requestBody: { subject: 's', raw: 'aGk=' } })).toMatchObject({ subject: 's', raw: 'aGk=' });
    expect(await client.letters.insert({ requestBody: { subject: 's' } }, { media })).toMatchObject({ subject: 's' });
    expect(await client.letters.insert({ requestBody: { subject: 's' } }, { media: { ...media, resumable: true } })).toMatchObject({
      subject: 's',
    });
    expect(await client.letters.insert({}, { media })).toHaveProperty('id');
    await expect(client.letters.insert({ requestBody: { subject: 's' } })).rejects.toThrow(ErrorClass);
    await expect(client.letters.insert({})).rejects.toThrow(ErrorClass);
  });

  test('requires a nested field or media', async () => {
    expect(await client.drafts.create({ requestBody: { page: { title: 't' } } }, { media })).toMatchObject({ page: { title: 't' } });
    expect(await client.drafts.create({ requestBody: { page: { title: 't', content: 'aGk=' } } })).toHaveProperty('id');
    await expect(client.drafts.create({ requestBody: { page: { title: 't' } } })).rejects.toThrow(ErrorClass);
  });

  test('validates the other fields of a call with media', async () => {
    await expect(client.letters.insert({ requestBody: { subject: 5 } }, { media })).rejects.toThrow(ErrorClass);
  });
});

test.each<[object, { readonly media?: boolean; readonly strict?: boolean }, boolean]>([
  [{ requestBody: { subject: 's' } }, {}, false],
  [{ requestBody: { subject: 's' } }, { media: true }, true],
  [{}, {}, false],
  [{}, { media: true }, true],
  [{ requestBody: { sbject: 's' } }, { media: true }, false],
  [{ requestBody: { subject: 's' } }, { strict: false }, true],
])('a validator accepts %j with %j: %s', (request, options, expected) => {
  const validate: MessageValidator<unknown> = letters.validateLettersInsertRequest;
  expect(validate(request, options)).toBe(expected);
});
