/**
 * The README examples of published documents compile and run in a project with the package installed. Requires ../shared/corpus; skipped
 * without it. test/docs.test.ts covers the READMEs of our packages.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transformSync } from 'rolldown/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getPackageFolderName } from '../../../generator/emit/emitter.js';
import { nodeFileSystem as files } from '../../../generator/lib/file-system.js';
import { buildPackageFiles } from '../../../generator/write/build-package-files.js';
import { readRuntime } from '../../../generator/write/runtime.js';
import { type Block, readBlocks, matchesOutput } from '../../support/markdown.js';
import { resolveApi, emitFiles } from '../../support/packages.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = ['dns-v1', 'osconfig-v1beta', 'clouderrorreporting-v1beta1', 'pubsub-v1'].map((name) => `../shared/corpus/${name}.json`);
const project = mkdtempSync(join(tmpdir(), 'discogen-examples-'));

interface Example extends Block {
  readonly path: string;
}

/** Writes a package to the place of an installation, and its examples next to it. */
async function install(source: string): Promise<readonly Example[]> {
  const api = resolveApi(readFileSync(join(root, source), 'utf8'));
  const folder = getPackageFolderName(api);
  const made = await buildPackageFiles({ folder, files: emitFiles(api) }, { runtime: readRuntime(files) });
  const place = join(project, source.replace(/\W/g, '-'));
  const target = join(place, 'node_modules/@discogen', folder);
  for (const [path, text] of made.files) files.write(join(target, path), text);
  files.write(join(place, 'package.json'), '{ "type": "module" }');
  const blocks = readBlocks(made.files.get('README.md') ?? '', 'README.md').filter(({ language }) => language === 'ts');
  return blocks.map((block, index) => {
    const path = join(place, `example-${index}.ts`);
    files.write(path, block.text);
    files.write(path.replace(/ts$/, 'js'), transformSync(path, block.text).code);
    return { ...block, path };
  });
}

const examples = new Map<string, readonly Example[]>();
afterAll(() => rmSync(project, { recursive: true, force: true }));

const compilerOptions = {
  target: 'es2022',
  module: 'node16',
  lib: ['es2022', 'dom', 'dom.iterable'],
  strict: true,
  noEmit: true,
  types: [],
};

/** The compiler errors of the examples. */
function compile(paths: readonly string[]): string {
  files.write(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: paths }));
  return spawnSync(process.execPath, [join(root, 'node_modules/typescript-native/bin/tsc'), '--singleThreaded', '-p', project], {
    encoding: 'utf8',
  }).stdout;
}

describe.skipIf(!sources.every((source) => existsSync(join(root, source))))('published documents', () => {
  beforeAll(async () => {
    for (const source of sources) examples.set(source, await install(source));
  });

  test('have examples that compile in strict mode', () => {
    expect([...examples].filter(([, found]) => found.length === 0)).toEqual([]);
    expect(compile([...examples.values()].flatMap((found) => found.map(({ path }) => path)))).toBe('');
  });

  test.each(sources)('%s has examples that run and print the documented output', async (source) => {
    for (const { path, output } of examples.get(source) ?? []) {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [path.replace(/ts$/, 'js')]);
      expect(stderr).toBe('');
      if (output !== undefined) expect(matchesOutput(output, stdout), `shown:\n${output}\nprinted:\n${stdout}`).toBe(true);
    }
  });
});
