/** Facts of protobuf definitions become entries of an overlay. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { getAt, type JsonObject } from '../../../generator/lib/json.js';
import { buildModel } from '../../../generator/model/build.js';
import { learnProtos } from '../../../generator/protos/learn-protos.js';
import { openProtos } from '../../../generator/protos/open-protos.js';
import { memoryEffects } from '../../support/memory-files.js';
import { settingsProto, topicsDocument, topicsProto } from '../../support/topics-protos.js';

const files = { 'protos/example/topics/v1/topics.proto': topicsProto, 'protos/example/topics/v1/settings.proto': settingsProto };

const learn = (initial: Readonly<Record<string, string>> = files, document: object = topicsDocument) => {
  const opened = openProtos('protos', memoryEffects(initial));
  const result = learnProtos(buildModel(document as never, { variables: {} }), opened);
  return { ...result, content: parse(result.overlay) as JsonObject, problems: opened.library.diagnostics };
};
const topics = 'example/topics/v1/topics.proto';
const lineOf = (part: string): number => topicsProto.slice(0, topicsProto.indexOf(part)).split('\n').length;
const at = (part: string): object => ({ protos: `${topics}:${lineOf(part)}` });

test('states the behavior, the numbers, the oneofs, and the deprecation of fields, with their lines', () => {
  expect(getAt(learn().content, ['schemas', 'Topic', 'properties'])).toEqual({
    displayName: { 'x-source': at('string display_name'), 'x-expected': true },
    state: { 'x-source': at('State state ='), readOnly: true, 'x-enumNumbers': { STATE_UNSPECIFIED: 0, ACTIVE: 2 } },
    kinds: { items: { 'x-source': at('repeated Kind'), 'x-enumNumbers': { PLAIN: 0, RICH: 7 } } },
    kmsKey: { 'x-source': at('string kms_key'), 'x-expected': true, 'x-immutable': true },
    oldLabel: { 'x-source': at('string label'), deprecated: true },
    url: { 'x-source': at('oneof source'), 'x-oneof': 'source' },
    file: { 'x-source': at('oneof source'), 'x-oneof': 'source' },
  });
});

test('states required parameters, except for the mask of an update', () => {
  const methods = getAt(learn().content, ['resources', 'topics', 'methods']);
  expect(getAt(methods!, ['create', 'parameters'])).toEqual({ topicId: { 'x-source': at('string topic_id'), required: true } });
  expect(methods).not.toHaveProperty('patch');
});

test('states the messages of operations by their full names', () => {
  expect(getAt(learn().content, ['resources', 'topics', 'methods', 'create', 'x-rules'])).toEqual([
    {
      kind: 'operation',
      metadata: 'example.topics.v1.CreateTopicMetadata',
      response: 'example.topics.v1.Topic',
      id: 'topics.topics.create:operation',
      source: at('rpc CreateTopic'),
    },
  ]);
});

test('finds schemas that only an operation has', () => {
  expect(getAt(learn().content, ['schemas', 'CreateTopicMetadata', 'properties', 'phase', 'x-enumNumbers'])).toEqual({ ONE: 1 });
});

test('lists what the document contradicts', () => {
  expect(learn().disagreements.map(({ at: place, document, protos }) => [place, document, protos])).toEqual([
    ['schemas.Settings.properties.size', 'output only', 'OPTIONAL'],
    ['schemas.Topic.properties.owner', 'required', 'OPTIONAL'],
    ['schemas.Topic.properties.state', 'the values LOST', 'an enum without them'],
    ['schemas.Topic.properties.state', 'an enum without them', 'the values BUSY'],
  ]);
  expect(learn().overlay).toContain(`#   schemas.Topic.properties.owner: the document states required, and ${topics}:`);
});

test('counts methods with a definition, and facts that are stated already', () => {
  const { id, ...Topic } = topicsDocument.schemas.Topic;
  const properties = { ...Topic.properties, displayName: { type: 'string', description: 'Required. Its name.' } };
  const document = { ...topicsDocument, schemas: { ...topicsDocument.schemas, Topic: { id, ...Topic, properties } } };
  const [before, after] = [learn(), learn(files, document)];
  expect(before).toMatchObject({ methods: 4, matchedMethods: 3 });
  expect([after.proposals, after.alreadySo]).toEqual([before.proposals - 1, before.alreadySo + 1]);
});

test('reads the bindings of shared services from service configs', () => {
  const shared = `syntax = "proto3"; package shared.v1;
service Shared { rpc Seek(SeekRequest) returns (Result) { option deprecated = true; } }
message SeekRequest { string name = 1; } message Result {}`;
  const config = `type: google.api.Service
name: topics.example.com
apis: [{ name: shared.v1.Shared }]
http: { rules: [{ selector: shared.v1.Shared.Seek, post: '/v1beta/{name=*}:seek', additional_bindings: [{ post: '/v1/{name=projects/*/topics/*}:seek' }] }] }
`;
  const { content, matchedMethods } = learn({ ...files, 'protos/shared.proto': shared, 'protos/topics_v1.yaml': config });
  expect(matchedMethods).toBe(4);
  expect(getAt(content, ['resources', 'topics', 'methods', 'seek'])).toEqual({
    'x-source': { protos: 'shared.proto:2' },
    deprecated: true,
  });
});

describe('retry policies', () => {
  const learnRetry = (path: string, config: object): unknown =>
    getAt(learn({ ...files, [path]: JSON.stringify(config, null, 1) }).content, ['resources', 'topics', 'methods', 'patch']);
  const service = 'example.topics.v1.Topics';

  test('are those of gRPC service configs, with the codes that a status of HTTP identifies', () => {
    const retryPolicy = {
      initialBackoff: '0.250s',
      maxBackoff: '10s',
      backoffMultiplier: 1.3,
      retryableStatusCodes: ['ABORTED', 'UNAVAILABLE'],
    };
    const config = { methodConfig: [{ name: [{ service, method: 'UpdateTopic' }], timeout: '60s', retryPolicy }] };
    expect(learnRetry('protos/example/topics_grpc_service_config.json', config)).toEqual({
      'x-source': { protos: 'example/topics_grpc_service_config.json:7' },
      'x-retry': { codes: ['UNAVAILABLE'], delay: 250, maxDelay: 10_000 },
    });
  });

  test('are those of client configs, which npm packages contain', () => {
    const config = {
      interfaces: {
        [service]: {
          retry_codes: { idempotent: ['DEADLINE_EXCEEDED', 'UNAVAILABLE'], non_idempotent: [] },
          retry_params: { default: { initial_retry_delay_millis: 100, max_retry_delay_millis: 60_000 } },
          methods: {
            UpdateTopic: { retry_codes_name: 'idempotent', retry_params_name: 'default' },
            CreateTopic: { retry_codes_name: 'non_idempotent', retry_params_name: 'default' },
          },
        },
      },
    };
    expect(learnRetry('protos/src/topics_client_config.json', config)).toMatchObject({
      'x-retry': { codes: ['DEADLINE_EXCEEDED', 'UNAVAILABLE'], delay: 100, maxDelay: 60_000 },
    });
  });

  test('of an unreadable config are left out', () => {
    expect(learnRetry('protos/topics_grpc_service_config.json', { methodConfig: 'none' })).toBeUndefined();
  });
});

describe('the source of the overlay', () => {
  const commit = 'f8291d2b89f0177ab078a4c7378069bae5686f6f';
  const getOrigin = (others: Readonly<Record<string, string>>): unknown =>
    getAt(learn({ ...files, ...others }).content, ['x-source', 'protos']);

  test('is the folder, the commit of its repository, or the version of its package', () => {
    expect(getOrigin({})).toBe('protos');
    expect(getOrigin({ '.git/HEAD': `${commit}\n` })).toBe('project@f8291d2b89f0');
    expect(getOrigin({ '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': commit })).toBe('project@f8291d2b89f0');
    expect(getOrigin({ '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `${commit} refs/heads/main\n` })).toBe(
      'project@f8291d2b89f0',
    );
    expect(getOrigin({ 'protos/package.json': '{"name":"@example/topics","version":"1.2.3"}' })).toBe('@example/topics@1.2.3');
  });

  test('is an installed package by its name', () => {
    const installed = Object.fromEntries(Object.entries(files).map(([path, text]) => [`node_modules/@example/topics/build/${path}`, text]));
    const effects = memoryEffects({
      ...installed,
      'node_modules/@example/topics/package.json': '{"name":"@example/topics","version":"1.2.3"}',
    });
    expect(openProtos('@example/topics', effects).origin).toBe('@example/topics@1.2.3');
    for (const name of ['@example/other', '../topics', '@example/../topics', 'http://x'])
      expect(() => openProtos(name, effects)).toThrow(`--protos: "${name}" is neither a folder nor an installed npm package`);
  });
});

describe('a hostile definition', () => {
  const learnWith = (text: string) => learn({ ...files, 'protos/example/topics/v1/settings.proto': text });

  test.each([
    ['text that is no definition', '<html>', 'illegal token'],
    ['deep nesting', 'message A {'.repeat(10_000), 'max depth exceeded'],
    ['fields that have the same name', 'syntax="proto3"; message A { string a = 1; string a = 2; }', ''],
  ])('is skipped if it has %s', (_, text, problem) => {
    const { problems, matchedMethods } = learnWith(text);
    expect(problems).toEqual([
      expect.objectContaining({ code: 'skipped-definition', severity: 'warning', file: 'example/topics/v1/settings.proto', line: 1 }),
    ]);
    expect(problems[0]?.message).toContain(problem);
    expect(matchedMethods).toBe(3);
  });

  test("doesn't change prototypes", () => {
    for (const option of ['(a).__proto__.polluted = "1"', '(a) = { __proto__: { polluted: "1" } }', 'constructor.prototype.polluted = "1"'])
      learnWith(`syntax = "proto3"; option ${option}; message Settings { int32 size = 1 [${option}]; string __proto__ = 2; }`);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test('imports only files in the folder', () => {
    const { problems } = learn({ ...files, 'protos/a.proto': 'import "../secret.proto";', 'secret.proto': 'message' });
    expect(problems).toEqual([]);
  });

  test('escapes what it writes', () => {
    const { overlay } = learnWith('syntax = "proto3"; package example.topics.v1; message Settings { int32 size = 1; }\u202e');
    expect(overlay).not.toContain('\u202e');
  });
});
