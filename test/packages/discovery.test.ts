/**
 * Packages of published Discovery documents compile in strict mode, declare no `any`, and work. Requires ../shared/corpus; skipped without
 * it.
 */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile, removeFolder, root, runNode, sourceSettings, getOutput, createTemporaryFolder, write } from './support.js';

const names = ['dns-v1', 'compute-v1', 'osconfig-v1beta', 'clouderrorreporting-v1beta1'];
const documents = names.map((name) => join(root, '../shared/corpus', `${name}.json`));
const missing = documents.filter((path) => !existsSync(path));
const folder = createTemporaryFolder();
const packages = join(folder, 'node_modules/@discogen');
const program = 'published.ts';

afterAll(() => removeFolder(folder));

describe.skipIf(missing.length > 0)(`published documents${missing.length > 0 ? ' (skipped: ../shared/corpus is absent)' : ''}`, () => {
  beforeAll(async () => {
    // The methods of Compute that the program uses; `npm run corpus` compiles all.
    const methods = ['addresses', 'instances', 'regionOperations', 'regions'].flatMap((name) => ['--methods', `compute.${name}.*`]);
    getOutput(await runNode(join(root, 'generator/bin.js'), ['generate', ...documents, ...methods, '--out', packages, '--quiet']));
    write(join(folder, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
    cpSync(join(import.meta.dirname, 'consumers', program), join(folder, program));
  });

  // published.test.ts compiles packages with the same kinds of declarations with other settings, and with the slower compiler.
  test('compile', async () => {
    const options = { module: 'nodenext', exactOptionalPropertyTypes: true, outDir: 'out' };
    expect(await compile({ compiler: 'typescript-native', folder, name: 'program', options, files: [program] })).toBe('');
  });

  // unit/emit/compile.test.ts compiles the sources of our packages with other settings, too.
  test('have sources that compile', async () => {
    const [options] = sourceSettings;
    const files = names.flatMap((name) => ['index', 'methods'].map((file) => join(packages, name, `src/${file}.ts`)));
    expect(await compile({ compiler: 'typescript-native', folder, name: `sources.${options.module}`, options, files })).toBe('');
  });

  test.each(names)('%s declares nothing as `any`', (name) => {
    const dist = join(packages, name, 'dist');
    const declarations = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.d.ts'));
    expect(declarations).toContain('types.d.ts');
    expect(declarations.flatMap((path) => findAnyTypes(join(dist, path)))).toEqual([]);
  });

  test('have mocks that respond to their clients', async () => {
    expect(JSON.parse(getOutput(await runNode(join(folder, 'out/published.js'))))).toEqual({
      dns: { got: 'example.com.', valid: true, listed: ['z'] },
      compute: { got: 'mine', valid: true, listed: ['a'], operation: 'DONE', absent: 404 },
      osConfig: { got: 'mine', valid: true, listed: ['projects/p/guestPolicies/g'] },
      errorReporting: { got: 'MUTED', valid: true },
    });
  });
});

/** `file:line: text` of each `any` in a file of declarations. */
function findAnyTypes(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const places: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) places.push(`${path}:${file.getLineAndCharacterOfPosition(node.pos).line + 1}`);
    ts.forEachChild(node, visit);
  };
  // Searches text first, because parsing the largest files takes long.
  if (/\bany\b/.test(text)) visit(file);
  return places;
}
