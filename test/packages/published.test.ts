/** The packages as users get them: packed, linted, installed into an empty project, compiled in all supported ways, and run. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  compile,
  type CompilerOptions,
  installPackages,
  packageFolders,
  packPackages,
  type PackedPackage,
  readJson,
  removeFolder,
  root,
  runNode,
  getOutput,
  createTemporaryFolder,
} from './support.js';

const folder = createTemporaryFolder();
const project = join(folder, 'project');
const packed = new Map<string, PackedPackage>();

beforeAll(async () => {
  const packages = await packPackages(
    folder,
    [...packageFolders, 'runtime'].map((name) => join(root, 'generated', name)),
  );
  for (const packedPackage of packages) packed.set(packedPackage.folder, packedPackage);
  await installPackages(project, packages);
  cpSync(join(import.meta.dirname, 'consumers'), project, { recursive: true });
});

afterAll(() => removeFolder(folder));

describe.each([...packageFolders, 'runtime'])('%s', (name) => {
  test('passes publint without a suggestion', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: readTarball(name).buffer }, strict: true, level: 'suggestion' });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });
});

// The others have the same kinds of entry points.
describe.each(['dns-v1', 'runtime'])('%s', (name) => {
  test('has correct types for every entry point', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(readTarball(name)));
    if (!analysis.types) throw new Error('the package has no types');
    expect(analysis.problems.filter((problem) => !isOldResolution(problem))).toEqual([]);
    const { exports } = readJson(join(project, 'node_modules/@discogen', name, 'package.json')) as { readonly exports: object };
    expect(Object.keys(analysis.entrypoints)).toEqual(Object.keys(exports));
  });
});

describe.each(packageFolders)('%s as published', (name) => {
  const installed = join(project, 'node_modules/@discogen', name);
  const listFiles = (): readonly string[] => packed.get(name)?.files ?? [];

  test('contains only code and metadata', () => {
    const metadata = ['AGENTS.md', 'LICENSE', 'README.md', 'docs/mock-support.md', 'openapi.json', 'package.json', 'spec.json'];
    expect(listFiles().filter((path) => !/^dist\/.*\.(?:js|d\.ts)$/.test(path))).toEqual(metadata);
  });

  test('depends only on the runtime', () => {
    const manifest = readJson(join(installed, 'package.json')) as Record<string, unknown>;
    expect(Object.entries(manifest).filter(([key]) => /dependencies$/i.test(key))).toEqual([
      ['dependencies', { '@discogen/runtime': '^0.1.0' }],
    ]);
    expect(manifest).not.toHaveProperty('scripts');
    expect(listFiles().flatMap((path) => foreignImports(installed, path))).toEqual([]);
  });
});

test('the runtime has no dependencies and imports nothing, so that bundlers for browsers accept it', () => {
  const installed = join(project, 'node_modules/@discogen/runtime');
  expect(readJson(join(installed, 'package.json'))).not.toHaveProperty('dependencies');
  const files = packed.get('runtime')?.files ?? [];
  expect(files.filter((path) => path.endsWith('.js')).flatMap((path) => foreignImports(installed, path))).toEqual([]);
});

function readTarball(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(packed.get(name)?.tarball ?? ''));
}

/** Whether a problem concerns only versions of TypeScript that don't accept ES modules in `require`. */
function isOldResolution(problem: object): boolean {
  return 'resolutionKind' in problem && problem.resolutionKind === 'node16-cjs';
}

/** Imports of a module outside its package and the runtime. */
function foreignImports(installed: string, path: string): readonly string[] {
  if (!path.endsWith('.js')) return [];
  const text = readFileSync(join(installed, path), 'utf8').replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '');
  const loaded = [...text.matchAll(/\bfrom\s*["']([^"'\s]+)["']|\b(?:import|require)\s*\(?\s*["']([^"'\s]+)["']/g)].map(
    ([, a, b]) => a ?? b ?? '',
  );
  const allowed = /^(?:\.{1,2}\/|@discogen\/runtime\/)/;
  return loaded.filter((specifier) => !allowed.test(specifier)).map((specifier) => `${path}: ${specifier}`);
}

const esModules = ['dns.ts', 'compute.ts', 'osconfig.ts', 'errorreporting.ts'];

interface Setting {
  readonly name: string;
  readonly options: CompilerOptions;
  readonly files: readonly string[];
}

/** node16 doesn't support the import attribute that JSON modules need. Only nodenext types ES modules that CommonJS requires. */
const settings: readonly Setting[] = [
  { name: 'node16', options: { module: 'node16' }, files: esModules },
  { name: 'nodenext', options: { module: 'nodenext' }, files: [...esModules, 'documents.ts', 'common-js.cts'] },
  { name: 'bundler', options: { module: 'esnext', moduleResolution: 'bundler' }, files: [...esModules, 'documents.ts'] },
  {
    name: 'Node without the DOM',
    options: { module: 'nodenext', lib: ['es2022'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
    files: [...esModules, 'documents.ts', 'common-js.cts'],
  },
];

/** The programs of this setting also run. */
const ran = 'nodenext';

/** Alternates exact optional property types; the slower compiler runs only the most general resolution. */
const compilations = settings.map((setting, index) => ({
  ...setting,
  compiler: setting.name === ran ? ('typescript' as const) : ('typescript-native' as const),
  exact: index % 2 === 1,
}));

describe('programs that use every entry point', () => {
  test.concurrent.each(compilations)(
    'compile: $name, $compiler, exactOptionalPropertyTypes $exact',
    async ({ compiler, exact, ...setting }) => {
      const name = setting.name.replaceAll(' ', '-');
      const options = { ...setting.options, exactOptionalPropertyTypes: exact, ...(name === ran ? { outDir: 'out' } : { noEmit: true }) };
      expect(await compile({ compiler, folder: project, name, options, files: setting.files })).toBe('');
    },
  );
});

describe('programs run', () => {
  const outcomes: Readonly<Record<string, object>> = {
    'dns.js': {
      created: 'z',
      dnsName: 'example.com.',
      same: 'z',
      names: ['z'],
      refused: [404, 'notFound'],
      valid: 'z',
      invalid: ['required'],
      listMethod: 'dns.managedZones.list',
      requests: 5,
    },
    'compute.js': { started: 'PENDING', done: 'DONE', policies: [], valid: true, timeoutAboveInterval: false, request: true },
    'osconfig.js': { method: 'osconfig.projects.zones.instances.lookupEffectiveGuestPolicy', valid: true, invalid: false },
    'errorreporting.js': { count: '1', services: ['web'], valid: true, invalid: false },
    'documents.js': { names: ['compute', 'dns', 'errorreporting', 'osconfig'], versions: ['3.1.0', '3.1.0', '3.1.0', '3.1.0'] },
    'common-js.cjs': {
      zone: 'z',
      method: 'dns.managedZones.get',
      valid: true,
      documents: ['dns', '3.1.0'],
      others: ['function', 'function', 'function'],
    },
  };

  test.concurrent.each(Object.entries(outcomes))('%s', async (program, expected) => {
    expect(JSON.parse(getOutput(await runNode(join(project, 'out', program))))).toEqual(expected);
  });
});
