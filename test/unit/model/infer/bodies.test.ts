/** What the requests of a published document contain according to its descriptions. */
import { describe, expect, it } from 'vitest';
import { isBodyNeeded } from '../../../../generator/emit/parameter-types.js';
import { isNeededBy } from '../../../../generator/emit/type-queries.js';
import { buildModel } from '../../../../generator/model/build.js';
import type { Api, Method } from '../../../../generator/model/model.js';

const described = { type: 'string', description: 'Required. It.' };
const text = { type: 'string' };
const parent = { type: 'string', location: 'path', required: true, pattern: '^projects/[^/]+$' };
const name = { type: 'string', location: 'path', required: true, pattern: '^projects/[^/]+/topics/[^/]+$' };
const query = { type: 'string', location: 'query' };
const topic = { $ref: 'Topic' };

function build(members: object = { kind: 'discovery#restDescription' }): Api {
  return buildModel(
    {
      name: 'topics',
      version: 'v1',
      rootUrl: 'https://topics.example/',
      servicePath: '',
      schemas: {
        Topic: {
          id: 'Topic',
          type: 'object',
          properties: {
            name: described,
            title: described,
            old: { ...described, deprecated: true },
            made: { ...text, description: 'Output only. It.', readOnly: true },
            stated: { ...text, required: true },
            data: { type: 'any', description: 'Required. It.' },
            part: { $ref: 'Part' },
          },
        },
        Part: { id: 'Part', type: 'object', properties: { inner: described } },
        Note: { id: 'Note', type: 'object', properties: { name: text } },
        Check: { id: 'Check', type: 'object', properties: { why: described } },
      },
      resources: {
        topics: {
          methods: {
            create: {
              httpMethod: 'POST',
              path: 'v1/{+parent}/topics',
              parameters: { parent, topicId: query },
              request: topic,
              response: topic,
            },
            get: { httpMethod: 'GET', path: 'v1/{+name}', parameters: { name }, response: topic },
            update: { httpMethod: 'PUT', path: 'v1/{+name}', parameters: { name }, request: topic, response: topic },
            check: { httpMethod: 'POST', path: 'v1/{+name}:check', parameters: { name }, request: { $ref: 'Check' }, response: topic },
            copy: { httpMethod: 'POST', path: 'v1/topics:copy', request: topic, response: topic },
          },
        },
        notes: {
          methods: {
            create: {
              httpMethod: 'POST',
              path: 'v1/{+parent}/notes',
              parameters: { parent, noteId: query, requestId: { ...query, description: 'It is recommended to set a UUID.' } },
              request: { $ref: 'Note' },
              response: { $ref: 'Note' },
            },
            get: {
              httpMethod: 'GET',
              path: 'v1/{+name}',
              parameters: { name: { ...name, pattern: '^projects/[^/]+/notes/[^/]+$' } },
              response: { $ref: 'Note' },
            },
            delete: {
              httpMethod: 'DELETE',
              path: 'v1/{+name}',
              parameters: {
                name: { ...name, pattern: '^projects/[^/]+/notes/[^/]+$' },
                requestId: { ...query, description: 'The ID must be a valid UUID.' },
              },
            },
          },
        },
      },
      ...members,
    },
    { variables: {} },
  );
}

const api = build();
const own = build({ 'x-documents': { topics: { title: 'Topics' } }, 'x-source': 'topics: Topics' });

function find(id: string, model: Api = api): Method {
  const method = model.methods.find((candidate) => candidate.id === `topics.${id}`);
  if (!method) throw new Error(`no method ${id}`);
  return method;
}

const topicFields = (model: Api = api) => {
  const type = model.schemas.find(({ id }) => id === 'Topic')?.type;
  return type?.kind === 'object' ? type.fields : [];
};
const listNeeded = (id: string): readonly string[] =>
  topicFields().flatMap((field) => (isNeededBy(field, `topics.${id}`) ? [field.name] : []));

describe('fields that only their description requires', () => {
  it('are checked in the body of a creation, unless they are deprecated, hold any JSON, or the URL sets them', () =>
    expect(find('topics.create').expectedFields).toEqual(['title']));

  it.each(['topics.update', 'topics.check', 'topics.copy'])('are not checked by %s', (id) => expect(find(id).expectedFields).toEqual([]));

  it.each<[string, readonly string[]]>([
    ['topics.create', ['title', 'stated', 'data']],
    ['topics.update', ['title', 'stated', 'data']],
    ['topics.copy', ['name', 'title', 'stated', 'data']],
  ])('are required by the type of %s, unless they are deprecated or the URL sets them', (id, names) =>
    expect(listNeeded(id)).toEqual(names),
  );

  it('are in all responses', () =>
    expect(topicFields().filter(({ required, expected, present }) => required || expected || present)).toMatchObject(
      ['name', 'title', 'old', 'stated', 'data'].map((field) => ({ name: field })),
    ));

  it('have no effect in an own specification', () => {
    expect(topicFields(own).some(({ expected, expectedBy }) => expected || expectedBy)).toBe(false);
    expect(find('topics.create', own).expectedFields).toEqual([]);
  });
});

describe('the body of a creation', () => {
  it('is optional if no field is required', () => expect(find('notes.create').body).toBe('optional'));
  it('is required if a field is', () => expect(find('topics.create').body).toBe('required'));
  it('is required by an own specification', () => expect(find('notes.create', own).body).toBe('required'));
});

it('a body whose type requires fields is required in the type of a call, although calls can omit it', () =>
  expect([find('topics.check').body, isBodyNeeded(find('topics.check'), api)]).toEqual(['optional', true]));

it('a body can repeat the path parameters that its schema lacks', () => {
  expect(find('topics.create').repeatedParameters).toEqual(['parent']);
  expect(find('topics.update').repeatedParameters).toEqual([]);
  expect(find('topics.create', own).repeatedParameters).toEqual([]);
});

it('a request ID can be any text unless its description demands a UUID', () => {
  expect([find('notes.create').requestId?.isAnyText, find('notes.delete').requestId?.isAnyText]).toEqual([true, undefined]);
  expect(find('notes.create', own).requestId?.isAnyText).toBeUndefined();
});
