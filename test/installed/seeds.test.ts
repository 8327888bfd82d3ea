/** Typed seeds, and seeds from the state of a mock, with packed packages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root, type Compiler } from '../packages/support.js';
import { Project } from './project.js';

let project: Project;

beforeAll(async () => {
  project = new Project();
  await project.install('discogen', '@discogen/runtime', '@discogen/dns-v1', '@discogen/compute-v1');
});

afterAll(() => project[Symbol.dispose]());

const zone = '/dns/v1/projects/p/managedZones/z';
const template = '/dns/v1/projects/{project}/managedZones/{managedZone}';

/** Programs with the error code, the line, and the text at the position of the expected error. */
const mistakes: Readonly<Record<string, readonly [code: number, at: string, members: string]>> = {
  'a misspelled field': [2561, 'dnsNmae', `resources: { '${zone}': { dnsNmae: 'a.' } }`],
  'a misspelled nested field': [2561, 'stat', `resources: { '${zone}': { dnssecConfig: { stat: 'on' } } }`],
  'a field of a deeper path': [2353, 'rrdatas', `resources: { '${zone}': { rrdatas: [] } }`],
  'a value of another type': [2322, 'ttl', `resources: { '${zone}/rrsets/a./A': { ttl: '300' } }`],
  'an unknown path': [2322, `'/dns/v1/projects/p/managedZone/z'`, `resources: { '/dns/v1/projects/p/managedZone/z': {} }`],
  'a template': [2322, `'${template}'`, `resources: { '${template}': {} }`],
  'a misspelled field of a policy': [2561, 'binding', `iamPolicies: { '${zone}': { binding: [] } }`],
  'a misspelled member of a token': [2561, 'scope', `tokens: { t: { scope: [] } }`],
  'a misspelled member': [2561, 'resource', `resource: {}`],
};

const createProgram = (members: string): string =>
  `import { defineSeed } from '@discogen/dns-v1/mock';\nexport const seed = defineSeed({\n  ${members},\n});\n`;

describe.each<Compiler>(['typescript', 'typescript-native'])('%s', (compiler) => {
  test('reports each mistake at its position, and nothing else', async () => {
    const programs = Object.entries(mistakes).map(([name, mistake], index) => ({ name, mistake, file: `mistake${index}.ts` }));
    for (const { mistake, file } of programs) project.write(file, createProgram(mistake[2]));
    project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: programs.map(({ file }) => file) }));
    const { stdout } = await project.run(process.execPath, [
      join(root, 'node_modules', compiler, 'bin/tsc'),
      '-p',
      project.folder,
      '--pretty',
      'false',
    ]);
    const errors = stdout.matchAll(/^(\S+)\((\d+),(\d+)\): error TS(\d+)/gm);
    const reported = [...errors].map(([, file, line, column, code]) => ({
      file,
      line: Number(line),
      column: Number(column),
      code: Number(code),
    }));
    const expected = programs.map(({ mistake: [code, at, members], file }) => ({ file, line: 3, column: members.indexOf(at) + 3, code }));
    expect(reported).toEqual(expected);
  });
});

const compilerOptions = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: [], exactOptionalPropertyTypes: true };

/** The names that an editor offers at `|`. */
function complete(marked: string): readonly string[] {
  const file = join(project.folder, 'completion.ts');
  const text = marked.replace('|', '');
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ts.convertCompilerOptionsFromJson(compilerOptions, project.folder).options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const content = path === file ? text : ts.sys.readFile(path);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => project.folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  const completions = ts.createLanguageService(host).getCompletionsAtPosition(file, marked.indexOf('|'), {});
  return completions?.entries.map(({ name }) => name) ?? [];
}

test('editors complete members, path templates, fields, and values', () => {
  expect(complete(createProgram('|'))).toContain('resources');
  expect(complete(createProgram(`resources: { '${zone}': {}, '|' }`))).toContain(`${template}/rrsets/{name}/{type}`);
  expect(complete(createProgram(`resources: { '${zone}': { | } }`))).toContain('dnsName');
  expect(complete(createProgram(`resources: { '${zone}': { dnssecConfig: { state: '|' } } }`))).toEqual(['off', 'on', 'transfer']);
  expect(complete(createProgram(`iamPolicies: { '|' }`))).toEqual([template]);
  const tokens = `import { createMock } from '@discogen/compute-v1/mock';\ncreateMock({ seed: { tokens: { t: { permissions: ['|'] } } } });\n`;
  expect(complete(tokens)).toContain('compute.sslPolicies.list');
});

test('writes the state of a mock as files that start other mocks', async () => {
  project.write(
    'write.mjs',
    `import { createDnsClient } from '@discogen/dns-v1';
import { createMock } from '@discogen/dns-v1/mock';
import { writeSeed } from 'discogen';
const mock = createMock();
const dns = createDnsClient({ rootUrl: 'https://dns.example.com', fetch: mock.fetch });
await dns.policies.create({ project: 'p', requestBody: { name: 'y', enableLogging: true } });
for (const extension of ['yaml', 'json', 'ts']) await writeSeed(mock, \`seed.\${extension}\`, { only: ['/dns/v1/projects/p'] });
`,
  );
  await project.output(process.execPath, ['write.mjs']);
  const text = `import { defineSeed } from '@discogen/dns-v1/mock';

export const seed = defineSeed({ resources: { '/dns/v1/projects/p/policies/y': { name: 'y', enableLogging: true } } });
`;
  expect(readFileSync(join(project.folder, 'seed.ts'), 'utf8')).toBe(text);
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['seed.ts'] }));
  await project.output(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project.folder]);
  project.write(
    'read.mjs',
    `import { createMock } from 'discogen';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
const seeds = ['seed.yaml', 'seed.json'].map((file) => parse(readFileSync(file, 'utf8')));
for (const seed of seeds) {
  const mock = await createMock('node_modules/discogen/specs/dns.v1.yaml', { seed });
  console.log(JSON.stringify(await mock.exportSeed()));
}
`,
  );
  const exported = JSON.stringify({ resources: { '/dns/v1/projects/p/policies/y': { name: 'y', enableLogging: true } } });
  expect(await project.output(process.execPath, ['read.mjs'])).toBe(`${exported}\n${exported}\n`);
});
