/** A description with hostile text in every position generates valid code that runs none of it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeFileSystem as files } from '../../../generator/lib/file-system.js';
import { buildPackageFiles } from '../../../generator/write/build-package-files.js';
import { readRuntime } from '../../../generator/write/runtime.js';
import { resolveApi, emitFiles } from '../../support/packages.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'discogen-injection-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const payloads = [
  '*/ globalThis.pwned = 1; /*',
  "'; globalThis.pwned = 1; '",
  '"; globalThis.pwned = 1; "',
  '\\"; globalThis.pwned = 1; //',
  "\\'; globalThis.pwned = 1; //",
  '`${(globalThis.pwned = 1)}`',
  '\n globalThis.pwned = 1 \r\u2028\u2029',
  '}; globalThis.pwned = 1; ({',
  '{{constructor.constructor("globalThis.pwned = 1")()}}',
  '\n```\n# not a heading\n```ts\nglobalThis.pwned = 1;\n```\n',
  '__proto__',
  'constructor',
  'toString',
  '//# sourceMappingURL=data:application/json,{}',
  'import x from "../runtime/../../../../pwned.js"',
  "from '../runtime/pwned.js'",
  '/[/*]globalThis.pwned=1//(',
  '\u202e\u2066\u200b\ufeff\u{e0001} <!-- </script> */ //# sourceMappingURL=data:x',
];

const createObject = (key: string, value: unknown): object => Object.defineProperty({}, key, { value, enumerable: true });

/** Prints a description with `text` in every possible position. */
function printHostileDocument(text: string): string {
  const string = { type: 'string', description: text, default: text };
  const choice = { ...string, enum: [text, 'other'], enumDescriptions: [text, text] };
  const inline = { type: 'object', description: text, properties: createObject(text, choice) };
  const schema = {
    ...inline,
    properties: { ...createObject(text, inline), plain: { ...string, readOnly: true }, pattern: { type: 'string', pattern: text } },
  };
  const method = {
    httpMethod: 'POST',
    path: 'things/{thing}',
    description: text,
    parameters: { thing: { type: 'string', location: 'path', required: true }, ...createObject(text, { ...choice, location: 'query' }) },
    request: { $ref: text },
    response: { $ref: text },
    scopes: [text],
    'x-permissions': [text],
  };
  return JSON.stringify({
    title: text,
    description: text,
    canonicalName: text,
    rootUrl: 'https://demo.example.com/',
    'x-documents': { demo: { title: text } },
    'x-source': `demo: ${text}`,
    'x-undocumented': [{ topic: text, source: `demo: ${text}` }],
    'x-notes': [{ topic: text, text, source: `demo: ${text}` }],
    auth: { oauth2: { scopes: createObject(text, { description: text }) } },
    parameters: createObject(`${text}2`, { ...string, location: 'query' }),
    schemas: createObject(text, schema),
    resources: createObject(text, { methods: createObject(text, { ...method, httpMethod: 'GET' }) }),
    methods: createObject(text, method),
  });
}

const entries = ['index', 'methods', 'validators', 'mock'];
const numbered = payloads.map((payload, at) => [String(at), payload] as const);

async function write(folder: string, payload: string): Promise<void> {
  const api = resolveApi(printHostileDocument(payload));
  const built = await buildPackageFiles({ folder, files: emitFiles(api) }, { runtime: readRuntime(files) });
  for (const [path, text] of built.files) files.write(join(project, folder, path), text);
}

beforeAll(async () => {
  for (const [folder, payload] of numbered) await write(folder, payload);
});

test('keeps no deceptive text in any file', async () => {
  const payload = payloads.at(-1) ?? '';
  const api = resolveApi(printHostileDocument(payload));
  const built = await buildPackageFiles({ folder: 'deceptive', files: emitFiles(api) }, { runtime: readRuntime(files) });
  const found = [...built.files].flatMap(([path, text]) => {
    if (path.startsWith('runtime/')) return [];
    const own = text.replace(/^\/\/# sourceMappingURL=[\w.-]+\.map$/gm, '');
    // In Markdown, tags are in code spans or escaped.
    if (path.endsWith('.md')) return /[\u202e\u2066\u200b\ufeff\u{e0001}]/u.test(own) ? [path] : [];
    return [...own.matchAll(/[\u202e\u2066\u200b\ufeff\u{e0001}]|<!--|<\/script|[#@]\s*sourceMappingURL\s*=/gu)].map(
      ([part]) => `${path}: ${part}`,
    );
  });
  expect(found).toEqual([]);
  const description = (path: string): unknown => (JSON.parse(built.files.get(path) ?? '') as { description?: string }).description;
  expect(description('spec.json') ?? description('docs/spec.json')).toBe(payload);
});

test('generates code that compiles', () => {
  const compilerOptions = {
    target: 'es2022',
    module: 'node16',
    lib: ['es2023', 'dom', 'dom.iterable'],
    strict: true,
    noEmit: true,
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
  };
  const sources = numbered.flatMap(([folder]) => entries.map((name) => `${folder}/src/${name}.ts`));
  files.write(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: sources }));
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  expect(spawnSync(process.execPath, [compiler, '--singleThreaded', '-p', project], { encoding: 'utf8' }).stdout).toBe('');
});

test('generates code that runs nothing injected', () => {
  const checks = numbered.map(([folder, payload]) => {
    const imports = entries.map((name) => `await import('./${folder}/dist/${name}.js');`).join('\n');
    return `${imports}\nif ('pwned' in globalThis || 'pwned' in {}) throw new Error(${JSON.stringify(payload)});\n`;
  });
  files.write(join(project, 'run.js'), checks.join(''));
  expect(spawnSync(process.execPath, [join(project, 'run.js')], { encoding: 'utf8' }).stderr).toBe('');
});
