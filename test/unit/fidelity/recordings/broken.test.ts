import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRecording, type RecordingLimits } from '../../../../fidelity/recordings/read-recording.js';
import { writers, type Traffic } from './support/traffic-files.js';

const listProblems = (text: string, limits: RecordingLimits = {}) => {
  const { recording, diagnostics } = readRecording({ path: 'a', text }, { limits });
  expect(recording === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
  return diagnostics.map(({ line, column, severity, code, message }) => `${line}:${column} ${severity} ${code}: ${message}`);
};
const url = 'https://a.example/x';
const har = (...entries: readonly string[]) => `{"log": {"entries": [\n${entries.join(',\n')}\n]}}`;
const entry = (request: string, response = '"status": 200') => `{"request": {${request}}, "response": {${response}}}`;
const get = `"method": "GET", "url": "${url}"`;
const cassette = (interaction: string) => `version: 2\ninteractions:\n${interaction}`;
const mapping = (request: string, response = '"status": 200') => `{"request": {${request}}, "response": {${response}}}`;

describe('a broken HAR', () => {
  test.each([
    ['a key without a value', '{"log": {"entries": [}}', '1:21 error syntax: the "[" is not closed'],
    ['an entry of another type', har('5'), '2:1 error missing-key: log.entries[0] needs the key "request"'],
    ['a list of another type', '{"log": {"entries": {}}}', '1:21 error wrong-type: log.entries must be a list (received a mapping)'],
    ['no URL', har(entry('"method": "GET"')), '2:13 error missing-key: log.entries[0].request needs the key "url"'],
    [
      'a URL without a host',
      har(entry('"method": "GET", "url": "x"')),
      '2:38 error wrong-form: log.entries[0].request.url must be a URL such as https://example.com/v1/things (received "x")',
    ],
    [
      'a method of another form',
      har(entry(`"method": "G T", "url": "${url}"`)),
      '2:24 error wrong-form: log.entries[0].request.method must be an HTTP method (received "G T")',
    ],
    [
      'a status of another form',
      har(entry(get, '"status": 99')),
      '2:85 error wrong-form: log.entries[0].response.status must be an HTTP status from 100 to 599 (received 99)',
    ],
    [
      'a time of another form',
      har(`{"startedDateTime": "now", "request": {${get}}, "response": {"status": 200}}`),
      '2:21 error wrong-form: log.entries[0].startedDateTime must be a time such as 2024-04-01T12:34:56.123Z (received "now")',
    ],
    [
      'a header of another type',
      har(entry(`${get}, "headers": [{"name": "a", "value": []}]`)),
      '2:96 error wrong-type: log.entries[0].request.headers[0].value must be a string (received a list)',
    ],
    [
      'malformed base64',
      har(entry(get, '"status": 200, "content": {"text": "*", "encoding": "base64"}')),
      '2:101 error invalid-body: log.entries[0].response.content must be base64',
    ],
  ])('%s', (_, text, expected) => {
    expect(listProblems(text)).toEqual([expected]);
  });

  test('has all its errors reported at once, in their order', () => {
    const problems = listProblems(har(entry('"method": 5'), entry(get, '"status": "200"')));
    expect(problems.map((each) => each.split(':').slice(0, 2).join(':'))).toEqual([
      '2:13 error missing-key',
      '2:24 error wrong-type',
      '3:85 error wrong-type',
    ]);
  });
});

test.each([
  ['har', har(entry(`"method": "GET", "url": "data:text/plain,x"`)), []],
  [
    'har',
    har(entry(get, '"status": 200, "content": {"_file": "x.json"}')),
    ['2:101 warning skipped-exchange: the exchange is skipped: a body of it is in another file; record with the content embedded'],
  ],
  [
    'wiremock',
    mapping('"method": "GET", "urlPattern": "/x.*"'),
    ['1:45 warning skipped-exchange: the exchange is skipped: its URL is a pattern'],
  ],
  ['wiremock', mapping('"method": "ANY", "url": "/x"'), ['1:13 warning skipped-exchange: the exchange is skipped: its method is ANY']],
  [
    'wiremock',
    mapping('"method": "PUT", "url": "/x", "bodyPatterns": [{"matches": "x.*"}]'),
    ['1:61 warning skipped-exchange: the exchange is skipped: its body is given by patterns'],
  ],
  [
    'wiremock',
    mapping('"method": "GET", "url": "/x"', '"bodyFileName": "x.json"'),
    ['1:57 warning skipped-exchange: the exchange is skipped: the body of its response is in another file'],
  ],
  [
    'nock-module',
    `nock('${url}').get('/').query(true).reply(200)`,
    ['1:29 warning skipped-exchange: the exchange is skipped: its query is not in the recording'],
  ],
  [
    'nock-module',
    `nock('${url}').get('/').replyWithFile(200, 'x.json')`,
    ['1:29 warning skipped-exchange: the exchange is skipped: the body of its response is in another file'],
  ],
])('%s: an exchange that is not wholly in the file is skipped', (format, text, expected) => {
  expect(listProblems(text)).toEqual(expected);
  const { recording } = readRecording({ path: 'a', text });
  expect(recording).toMatchObject({ format, scenarios: [] });
});

describe('a broken file', () => {
  test.each([
    ['go-vcr of another version', 'version: 3\ninteractions: []', '1:10 error wrong-value: version must be one of "1", "2" (received 3)'],
    [
      'go-vcr without a code',
      cassette(`  - request: { method: GET, url: "${url}" }\n    response: { body: "" }`),
      '4:15 error missing-key: interactions[0].response needs the key "code"',
    ],
    [
      'go-vcr with malformed base64',
      cassette(`  - request: { method: GET, url: "${url}" }\n    response: { code: 200, body: !!binary "*" }`),
      '4:43 error invalid-body: interactions[0].response.body must be base64',
    ],
    [
      'go-vcr with a bad indentation',
      cassette(`  - request: { method: GET, url: "${url}" }\n   response: { code: 200 }`),
      '4:4 error syntax: bad indentation: the line begins with 3 spaces, the line before has 2',
    ],
    [
      'vcr without a code',
      `http_interactions:\n- request: { method: get, uri: "${url}" }\n  response: { status: {} }`,
      '3:23 error missing-key: http_interactions[0].response.status needs the key "code"',
    ],
    [
      'vcr with malformed base64',
      `http_interactions:\n- request: { method: get, uri: "${url}", body: { string: !binary "*" } }\n  response: { status: { code: 200 } }`,
      '2:79 error invalid-body: http_interactions[0].request.body.string must be base64',
    ],
    [
      'vcr with a time of another form',
      `http_interactions:\n- request: { method: get, uri: "${url}" }\n  response: { status: { code: 200 } }\n  recorded_at: now`,
      '4:16 error wrong-form: http_interactions[0].recorded_at must be a time such as 2024-04-01T12:34:56.123Z (received "now")',
    ],
    [
      'httpreplay of another version',
      '{"Version": "0.1", "Entries": []}',
      '1:13 error wrong-value: Version must be "0.2" (received "0.1")',
    ],
    [
      'httpreplay with malformed base64',
      `{"Version": "0.2", "Entries": [\n{"Request": {"Method": "GET", "URL": "${url}"}, "Response": {"StatusCode": 200, "Body": "*"}}]}`,
      '2:102 error invalid-body: Entries[0].Response.Body must be base64',
    ],
    ['nock without a scope', '[\n{"method": "GET", "path": "/", "status": 200}]', '2:1 error missing-key: [0] needs the key "scope"'],
    ['nock with a number', '[1]', '1:2 error wrong-type: [0] must be a mapping (received the number 1)'],
    [
      'nock with a compressed body that is not',
      `[{"scope": "https://a.example:443", "method": "GET", "path": "/", "status": 200, "rawHeaders": ["Content-Encoding", "gzip"], "response": ["ff00"]}]`,
      '1:138 error invalid-body: [0].response is not valid gzip, but its Content-Encoding is gzip',
    ],
    [
      'nock module with a function',
      `nock('${url}')\n  .get('/')\n  .reply(200, () => process.exit());`,
      '3:15 error invalid-recording: the recording is invalid: expected a literal (received "(")',
    ],
    [
      'nock module with an expression',
      `nock('${url}')\n  .get(\`/\${process.env.HOME}\`)`,
      '2:8 error invalid-recording: the recording is invalid: expected a literal (received "`/${proces")',
    ],
    [
      'nock module with a regular expression',
      `nock('${url}').get(/x/).reply(200)`,
      '1:33 error invalid-recording: the recording is invalid: expected a literal (received "/x/).reply")',
    ],
    [
      'nock module with a name',
      `nock('${url}').get('/').reply(200, { a: [...b] })`,
      '1:55 error invalid-recording: the recording is invalid: expected a literal (received ".")',
    ],
    [
      'nock module that ends too early',
      `nock('${url}').get('/'`,
      '1:36 error invalid-recording: the recording is invalid: expected "," or ")" (received the end of the file)',
    ],
    [
      'nock module with a status of another type',
      `nock('${url}').get('/').reply('200')`,
      '1:44 error wrong-type: status must be an integer (received a string)',
    ],
    [
      'a body with an unknown encoding',
      mapping('"method": "GET", "url": "/x"', `"headers": {"Content-Encoding": "zstd"}, "base64Body": "KLUv/Q=="`),
      '1:113 error invalid-body: response.base64Body has the unsupported Content-Encoding "zstd"',
    ],
    [
      'a body with many encodings',
      mapping('"method": "GET", "url": "/x"', `"headers": {"Content-Encoding": "gzip,gzip,gzip,gzip,gzip"}, "base64Body": "KLUv/Q=="`),
      '1:133 error invalid-body: response.base64Body has the unsupported Content-Encoding "gzip,gzip,gzip,gzip,gzip"',
    ],
    ['WireMock without a method', mapping('"url": "/x"'), '1:13 error missing-key: request needs the key "method"'],
    ['tape of another version', '{"tape": 2}', '1:10 error wrong-form: tape must be 1, the version of the format (received 2)'],
    [
      'tape with a line of another type',
      '{"tape": 1}\n5\n',
      '2:1 error wrong-type: the document must be a mapping (received the number 5)',
    ],
    ['tape with a broken line', '{"tape": 1}\n{"request": \n', '2:1 error syntax: the "{" is not closed'],
    [
      'tape with a broken header',
      `{"tape": 1}\n{"request": {${get}, "headers": [["a"]]}}`,
      '2:73 error wrong-count: request.headers[0] must have two strings, the name and the value',
    ],
    ['tape without a request', '{"tape": 1}\n{}\n', '2:1 error missing-key: the document needs the key "request"'],
  ])('%s', (_, text, expected) => {
    expect(listProblems(text)).toEqual([expected]);
  });
});

test.each([
  ['har', har(entry(`${get}, "url": "${url}"`))],
  ['go-vcr', cassette(`  - request: { method: GET, url: "${url}", url: "${url}" }\n    response: { code: 200 }`)],
  ['tape', `{"tape": 1}\n{"request": {${get}, "body": {"json": {"a": 1, "a": 2}}}}`],
])('a duplicate key is harmless (%s)', (_, text) => {
  expect(listProblems(text)).toEqual([]);
  expect(readRecording({ path: 'a', text }).recording?.scenarios[0]?.exchanges[0]?.request.url).toBe(url);
});

describe('limits', () => {
  const deep = '['.repeat(30) + ']'.repeat(30);
  const post = (text: string) => har(entry(`${get}, "postData": {"text": ${JSON.stringify(text)}}`));
  const bomb = gzipSync(Buffer.alloc(1_000_000)).toString('base64');

  test.each<[string, string, RecordingLimits, string]>([
    ['size', har(), { size: 5 }, '1:1 error too-large: the file must have at most 5 characters (received 26); limits.size sets the limit'],
    [
      'elements',
      har('1', '2'),
      { elements: 4 },
      '1:1 error too-many: the file must have at most 4 values (received 5); limits.elements sets the limit',
    ],
    [
      'elements of YAML',
      cassette('  [1, 2]'),
      { elements: 8 },
      '1:1 error too-many: the file must have at most 2 values (received 5); limits.elements sets the limit',
    ],
    [
      'elements of YAML that aliases repeat',
      `a: &a [1, 2, 3, 4, 5, 6]\nb: &b [*a, *a, *a, *a]\nc: [*b, *b, *b, *b]\n${cassette('  []')}`,
      { elements: 200 },
      '3:5 error too-many: the file must have at most 50 values (received more than 50); limits.elements sets the limit',
    ],
    [
      'elements of a module',
      `nock('${url}').get('/').reply(200, [1, 2, 3])`,
      { elements: 5 },
      '1:53 error too-many: the file must have at most 5 values (received more than 5); limits.elements sets the limit',
    ],
    [
      'depth of a module',
      `nock('${url}').get('/').reply(200, ${deep})`,
      { depth: 15 },
      '1:74 error too-deep: values must be nested at most 25 levels deep; limits.depth sets the limit',
    ],
    [
      'size of YAML that aliases repeat',
      `a: &a ${'x'.repeat(100)}\nb: [*a, *a]\n${cassette('  []')}`,
      { size: 290 },
      '2:9 error too-large: the file must have at most 290 characters (received more than 290 with those that aliases repeat); limits.size sets the limit',
    ],
    [
      'body in many parts',
      `{"Version": "0.2", "Entries": [{"Request": {"MediaType": "multipart/mixed", "BodyParts": [${'"",'.repeat(20)}""], "Method": "PUT", "URL": "${url}"}}]}`,
      { body: 1000 },
      '1:90 error body-too-large: a body must have at most 1000 bytes after decompression (received more than 1000); limits.body sets the limit',
    ],
    ['depth', har(deep), { depth: 20 }, '2:28 error too-deep: values must be nested at most 30 levels deep; limits.depth sets the limit'],
    [
      'depth of a body',
      post(deep),
      { depth: 20 },
      '2:73 error too-deep: values must be nested at most 20 levels deep; limits.depth sets the limit',
    ],
    [
      'exchanges',
      har(entry(get), entry(get), entry(get)),
      { exchanges: 1 },
      '3:13 error too-many-exchanges: a recording must have at most 1 exchanges (received more than 1); limits.exchanges sets the limit',
    ],
    [
      'body',
      post('123456'),
      { body: 5 },
      '2:73 error body-too-large: a body must have at most 5 bytes after decompression (received 6); limits.body sets the limit',
    ],
    [
      'size of all bodies after decompression',
      `{"mappings": [\n${Array.from({ length: 3 }, () => mapping('"method": "GET", "url": "/x"', `"headers": {"Content-Encoding": "gzip"}, "base64Body": "${bomb}"`)).join(',\n')}\n]}`,
      { size: 2_500_000 },
      '4:113 error too-large: the file must have at most 2500000 characters (received more than 2500000 with its bodies decompressed); limits.size sets the limit',
    ],
    [
      'body after decompression',
      mapping('"method": "GET", "url": "/x"', `"headers": {"Content-Encoding": "gzip"}, "base64Body": "${bomb}"`),
      { body: 10_000 },
      '1:113 error body-too-large: a body must have at most 10000 bytes after decompression (received more than 10000); limits.body sets the limit',
    ],
  ])('%s', (_, text, limits, expected) => {
    expect(listProblems(text, limits)).toEqual([expected]);
  });

  test('of diagnostics: 50 errors, and 50 warnings', () => {
    const skipped = Array.from({ length: 60 }, () => mapping('"method": "ANY", "url": "/x"'));
    const wrong = Array.from({ length: 60 }, () => mapping('"method": 1, "url": "/x"'));
    const problems = listProblems(`{"mappings": [${[...skipped, ...wrong].join(',')}]}`);
    expect(problems.filter((each) => each.includes('warning'))).toHaveLength(50);
    expect(problems.filter((each) => each.includes('error'))).toHaveLength(50);
  });
});

test('never throws, and reports positions inside the text', () => {
  const traffic: Traffic = [
    {
      request: { method: 'GET', url: 'https://a.example/x', headers: [['accept', '*/*']] },
      response: { status: 200, headers: [['content-encoding', 'gzip']], body: { kind: 'text', text: 'a text' } },
    },
  ];
  const files = Object.values(writers).map((write) => write(traffic));
  const edit = fc.record({ file: fc.constantFrom(...files), at: fc.nat(), length: fc.nat(20), text: fc.string({ maxLength: 5 }) });
  fc.assert(
    fc.property(edit, ({ file, at, length, text }) => {
      const start = at % file.length;
      const edited = file.slice(0, start) + text + file.slice(start + length);
      const lines = edited.split('\n');
      for (const { line, column } of readRecording({ path: 'a', text: edited }).diagnostics)
        expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? -1) + 1);
    }),
    { numRuns: 500 },
  );
});
