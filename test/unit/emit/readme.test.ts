import { expect, test } from 'vitest';
import { resolveApi, emitFiles } from '../../support/packages.js';

const description = `
title: Racks
x-variables: { base_url: { description: Where it is. } }
rootUrl: '{base_url}/'
schemas:
  Rack: { type: object, properties: { name: { type: string, required: true } } }
  RackList: { type: object, properties: { items: { type: array, items: { $ref: Rack } }, nextPageToken: { type: string } } }
resources:
  racks:
    methods:
      get:
        httpMethod: GET
        path: v1/{name=projects/*/racks/*}
        parameters: { name: { type: string, location: path, required: true } }
        response: { $ref: Rack }
      list:
        httpMethod: GET
        path: v1/{parent=projects/*}/racks
        parameters: { parent: { type: string, location: path, required: true }, pageToken: { type: string, location: query } }
        response: { $ref: RackList }
`;

const files = emitFiles(resolveApi(description));
const getText = (name: string): string => files.find(({ path }) => path === name)?.text ?? '';
const readme = getText('README.md');

test('seeds the mock with the data that the examples read, and imports only the package', () => {
  expect(readme).toContain(
    `await mock.seed({ resources: { '/v1/projects/my-project/racks/my-rack': { name: 'projects/my-project/racks/my-rack' }`,
  );
  expect(readme).toContain(`await client.racks.get({ name: 'projects/my-project/racks/my-rack' })`);
  expect(readme).toContain('console.log(found.name);\n```\n\n```text\nprojects/my-project/racks/my-rack\n```');
  expect(readme).toContain(`for await (const item of client.racks.list({ parent: 'projects/my-project' }))`);
  const imports = [...readme.matchAll(/^import .* from '([^']*)';$/gm)].map(([, specifier]) => specifier);
  expect(new Set(imports)).toEqual(new Set(['@discogen/demo-v1', '@discogen/demo-v1/mock', '@discogen/demo-v1/validators']));
});

test('creates and reads the main resource by a client-assigned or server-generated ID', () => {
  const api = (properties: string, route: string): string => `
schemas:
  Rack: { type: object, properties: ${properties} }
resources:
  racks:
    methods:
      insert: { httpMethod: POST, path: racks, request: { $ref: Rack }, response: { $ref: Rack } }
      get:
        httpMethod: GET
        path: ${route}
        parameters: { rack: { type: string, location: path, required: true } }
        response: { $ref: Rack }
`;
  const text = (properties: string, route = 'racks/{rack}'): string =>
    emitFiles(resolveApi(api(properties, route))).find(({ path }) => path === 'README.md')?.text ?? '';
  const clientNamed = text('{ name: { type: string } }');
  expect(clientNamed).toContain(
    `await client.racks.insert({ requestBody: { name: 'my-rack' } });\nconst found = await client.racks.get({ rack: 'my-rack' });`,
  );
  const serverNamed = text('{ id: { type: string }, title: { type: string } }');
  expect(serverNamed).toContain(
    `const { id = '' } = await client.racks.insert({ requestBody: { title: 'Example' } });\nconst found = await client.racks.get({ rack: id });\nconsole.log(found.title);`,
  );
  const pathNamed = text('{ name: { type: string, required: true } }', '"{rack=racks/*}"');
  expect(pathNamed).toContain(`await client.racks.insert({ requestBody: { name: 'racks/my-rack' } });`);
});

test('keeps parameters with names of object members in calls', () => {
  const parameters = ['constructor', '__proto__'].map((name) => `${name}: { type: string, location: query, required: true }`).join(', ');
  const api = resolveApi(description.replace('pageToken: { type: string, location: query }', `$&, ${parameters}`));
  const text = emitFiles(api).find(({ path }) => path === 'README.md')?.text ?? '';
  expect(text).toContain(`parent: 'projects/my-project', ['__proto__']: 'my-proto', constructor: 'my-constructor'`);
});

test('sets the address in examples only if the package has no default', () => {
  expect(readme).toContain(`createDemoClient({ rootUrl: 'https://service.example.com/', fetch: mock.fetch })`);
  expect(readme).toContain('Set `rootUrl` to the address of the service.');
  const knownAddress = emitFiles(resolveApi(description.replace(/^rootUrl.*$/m, ''))).find(({ path }) => path === 'README.md')?.text ?? '';
  expect(knownAddress).toContain('createDemoClient({ fetch: mock.fetch })');
  expect(knownAddress).toContain('The client sends its requests to `https://demo.example.com/`');
  expect(knownAddress).not.toContain('service.example.com');
});

test("omits examples with the mock if it isn't generated", () => {
  const text = emitFiles(resolveApi(description), ['docs', 'client']).find(({ path }) => path === 'README.md')?.text ?? '';
  expect(text).not.toContain('/mock');
});

test('summarizes mock support and lists it by method on a separate page', () => {
  expect(readme).toContain('The mock implements 2 of 2 methods by convention. [Mock support](docs/mock-support.md) lists every method.');
  const changedFiles = emitFiles(
    resolveApi(
      description.replace(
        'pageToken: { type: string, location: query }',
        '$&, q: { type: string, location: query }, view: { type: string, location: query }',
      ),
    ),
  );
  const table = changedFiles.find(({ path }) => path === 'docs/mock-support.md')?.text?.match(/^\|.*\|$/gm);
  expect(table).toEqual([
    '| Method | Support | Parameters with 501 | Ignored parameters |',
    '| --- | --- | --- | --- |',
    '| `racks.get` | by convention |  |  |',
    '| `racks.list` | by convention | `q` | `view` |',
  ]);
});

test('lists the methods and the provenance of facts on separate pages', () => {
  expect(getText('docs/methods.md').match(/^\|.*\|$/gm)).toEqual([
    '| Method | Route |',
    '| --- | --- |',
    '| `racks.get` | `GET v1/{name=projects/*/racks/*}` |',
    '| `racks.list` | `GET v1/{parent=projects/*}/racks` |',
  ]);
  expect(getText('docs/provenance.md')).toContain('## Sources');
  expect(getText('docs/provenance.md')).not.toContain('## Topics that');
});

test('names the recordings that show a fact', () => {
  const source = '{ recordings: [0123456789ab], scenarios: 1, against: 0 }';
  const rule = `x-rules: [{ kind: serverDefault, field: name, value: a, source: ${source} }]`;
  const recorded = emitFiles(resolveApi(description.replace('Rack: { type: object,', `Rack: { type: object, ${rule},`)));
  const page = recorded.find(({ path }) => path === 'docs/provenance.md')?.text ?? '';
  expect(page).toContain('- Recorded traffic of the service\n');
  expect(page).toContain('- **1 scenario**: `Rack (serverDefault)`\n');
});

test('has at most 200 lines for any API', () => {
  const methods = Array.from({ length: 300 }, (_, index) => `      m${index}: { httpMethod: GET, path: m${index}, description: Reads. }`);
  const large = emitFiles(resolveApi(`${description}${methods.join('\n')}\n`)).find(({ path }) => path === 'README.md')?.text ?? '';
  expect(large.split('\n').length).toBeLessThanOrEqual(200);
});

test('shows how to wait for an operation if methods return operations', () => {
  const operationDescription = `
schemas:
  Rack: { type: object, properties: { name: { type: string } } }
  Operation: { type: object, properties: { name: { type: string }, done: { type: boolean }, error: { type: any }, response: { type: any } } }
resources:
  racks:
    methods:
      create: { httpMethod: POST, path: racks, request: { $ref: Rack }, response: { $ref: Operation } }
      get: { httpMethod: GET, path: 'racks/{rack}', parameters: { rack: { type: string, location: path, required: true } }, response: { $ref: Rack } }
  operations:
    methods:
      get:
        httpMethod: GET
        path: operations/{operation}
        parameters: { operation: { type: string, location: path, required: true } }
        response: { $ref: Operation }
`;
  const text = emitFiles(resolveApi(operationDescription)).find(({ path }) => path === 'README.md')?.text ?? '';
  expect(text).toContain('const done = await client.waitForOperation(operation, { timeout: 60_000 });\nconsole.log(done.done);');
  expect(readme).not.toContain('waitForOperation');
});
