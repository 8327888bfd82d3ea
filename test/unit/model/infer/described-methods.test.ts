/** Descriptions that say that an update inserts, or which fields the items of a list have. */
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../../../generator/model/build.js';
import { createMockFrom } from '../../../support/mock-of.js';

type Json = Record<string, unknown>;

const string = { type: 'string' };
const name = { ...string, location: 'path', required: true };

interface Descriptions {
  readonly update?: string;
  readonly items?: string;
  readonly httpMethod?: 'PATCH' | 'PUT';
}

/** Starts a mock of letters. Returns a function that sends a request. */
function start({ update = 'Updates a letter.', items = 'The letters.', httpMethod = 'PATCH' }: Descriptions) {
  const member = { path: 'v1/letters/{name}', parameters: { name }, response: { $ref: 'Letter' } };
  const document = {
    kind: 'discovery#restDescription',
    name: 'post',
    version: 'v1',
    rootUrl: 'https://post.example.com/',
    servicePath: '',
    schemas: {
      Stamp: { id: 'Stamp', type: 'object', properties: { id: string, price: string } },
      Letter: { id: 'Letter', type: 'object', properties: { name: string, topic: string, text: string, stamp: { $ref: 'Stamp' } } },
      ListLettersResponse: {
        id: 'ListLettersResponse',
        type: 'object',
        properties: { letters: { type: 'array', description: items, items: { $ref: 'Letter' } } },
      },
    },
    resources: {
      letters: {
        methods: {
          create: { httpMethod: 'POST', path: 'v1/letters', request: { $ref: 'Letter' }, response: { $ref: 'Letter' } },
          get: { httpMethod: 'GET', ...member },
          update: { httpMethod, ...member, description: update, request: { $ref: 'Letter' } },
          delete: { httpMethod: 'DELETE', path: 'v1/letters/{name}', parameters: { name }, description: 'Upserts nothing.' },
          list: { httpMethod: 'GET', path: 'v1/letters', response: { $ref: 'ListLettersResponse' } },
        },
      },
    },
  };
  const mock = createMockFrom(buildModel(document, { variables: {} }));
  return async (line: string, body?: Json): Promise<{ status: number; body: Json }> => {
    const [method = '', url = ''] = line.split(' ');
    const response = await mock.handle({ method, url: `/v1/letters${url}`, headers: {}, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, body: (response.body ? JSON.parse(response.body) : {}) as Json };
  };
}

describe('an update', () => {
  test.each([
    'Updates or inserts a letter.',
    'Creates or updates a letter.',
    'Insert or replace the letter.',
    'Upserts a letter.',
    'Updates a letter. If the letter does not exist, it is created.',
    "Updates a letter. If a letter doesn't exist, a new letter will be created.",
    "Sets the text, and creates the letter if it doesn't exist.",
  ])('creates a missing resource: %s', async (update) => {
    for (const httpMethod of ['PATCH', 'PUT'] as const) {
      const send = start({ update, httpMethod });
      expect(await send(`${httpMethod} /a`, { text: 'one' })).toEqual({ status: 200, body: { name: 'a', text: 'one' } });
      expect((await send(`${httpMethod} /a`, { text: 'two' })).body).toEqual({ name: 'a', text: 'two' });
      expect((await send('GET /a')).body).toEqual({ name: 'a', text: 'two' });
      expect((await send('DELETE /b')).status).toBe(404);
    }
  });

  test.each([
    'Updates an existing letter.',
    'Updates a letter. Returns NOT_FOUND if the letter does not exist.',
    'If the letter does not exist and the office accepts it, creates the letter.',
    'Replaces the letter. Does not create or update stamps.',
  ])('does not create a missing resource: %s', async (update) => {
    expect((await start({ update })('PATCH /a', { text: 'one' })).status).toBe(404);
  });
});

describe('the items of a list', () => {
  const letter = { name: 'a', topic: 't', text: 'x', stamp: { id: '1', price: '2' } };

  test.each<[string, Json]>([
    ['Each letter resource contains only a `name` and a `topic`. The get method returns more.', { name: 'a', topic: 't' }],
    ['Note that each `Letter` resource only contains `name`, `text`, and `topic`.', { name: 'a', topic: 't', text: 'x' }],
    ['The `Stamp` property in each `Letter` resource only contains an `id`.', { ...letter, stamp: { id: '1' } }],
    ['Each letter resource does not contain a `text`.', { name: 'a', topic: 't', stamp: letter.stamp }],
    ['Each letter resource contains only a `name` and a `title`.', letter],
    ['The letters, which contain only paper.', letter],
  ])('have the fields of the description: %s', async (items, item) => {
    const send = start({ items });
    await send('POST ', letter);
    expect((await send('GET ')).body).toEqual({ letters: [item] });
    expect((await send('GET /a')).body).toEqual(letter);
  });
});
