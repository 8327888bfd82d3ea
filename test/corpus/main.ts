/**
 * `npm run corpus` runs every published document of a folder through lint, generate, compile, types, calls, collections, operations, and
 * the examples of its README.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from '../../generator/index.js';
import { callAll } from './calls.js';
import { compileAll } from './compile.js';
import { walkCollections } from './collections.js';
import { transferMedia } from './media.js';
import { runExamples } from './examples.js';
import { lintAll } from './lint.js';
import { checkMutations } from './bumps/check-mutations.js';
import { checkVersions } from './bumps/check-versions.js';
import { awaitOperations } from './operations.js';
import { loadModules, readPublished, type Published } from './published.js';
import { Report } from './report.js';
import { compareTypes } from './types.js';

const options = {
  folder: { type: 'string' },
  seed: { type: 'string' },
  old: { type: 'string' },
  new: { type: 'string' },
} as const;

/**
 * Runs all checks.
 * @param argv `[--folder DIR] [NAME…]`. Names such as `dns-v1` select documents. The default folder is ../shared/corpus.
 * - `bumps [--folder DIR] [--seed N] [NAME…]` checks the semver bumps of mutated documents instead. Another seed selects other mutations.
 * - `bumps --old DIR --new DIR [NAME…]` checks the semver bumps between the documents of two folders with the same file names.
 * @returns the exit status
 * @throws TypeError If an option is unknown, or `--old` or `--new` is missing.
 * @public
 */
export async function main(argv: readonly string[], root: string): Promise<number> {
  const checksBumps = argv[0] === 'bumps';
  const { values, positionals: names } = parseArgs({ args: argv.slice(checksBumps ? 1 : 0), options, allowPositionals: true });
  const { old, new: next } = values;
  if (checksBumps && old !== undefined && next !== undefined) return checkVersions({ old: resolve(old), new: resolve(next) }, names, root);
  if (old !== undefined || next !== undefined) throw new TypeError('--old and --new must be used together, after `bumps`');
  const folder = resolve(values.folder ?? join(root, '../shared/corpus'));
  const files = filesIn(folder).filter((file) => names.length === 0 || names.includes(file.replace(/\.json$/, '')));
  if (files.length === 0) {
    console.log(`SKIP: there are no documents in ${folder}`);
    return 0;
  }
  const paths = files.map((file) => join(folder, file));
  if (checksBumps) return checkMutations(paths, { root, seed: Number(values.seed ?? 0) });
  const out = mkdtempSync(join(tmpdir(), 'discogen-corpus-'));
  try {
    const report = await runAll(paths, { out, root });
    console.log(report.print());
    return report.failed ? 1 : 0;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort();
  } catch {
    return [];
  }
}

export interface Folders {
  /** The output folder. */
  readonly out: string;
  /** The repository. */
  readonly root: string;
}

/** Excludes documents with errors from the next steps. */
export async function runAll(files: readonly string[], { out, root }: Folders): Promise<Report> {
  const report = new Report();
  const { filesWithErrors, tally } = await lintAll(files);
  report.add('lint', tally);
  const validFiles = files.filter((file) => !filesWithErrors.has(file));
  const { packages, diagnostics } = await generate({ files: validFiles, out });
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ file, message }) => `${file}: ${message}`);
  report.add('generate', { total: validFiles.length, failures: packages.length === validFiles.length ? [] : errors });
  const packagesToCheck = validFiles.map((file) => readPublished(file, out)).filter(({ folder }) => existsSync(join(folder, 'dist')));
  report.add('compile', await compileAll(packagesToCheck, { out, root }));
  for (const api of packagesToCheck) await checkBehavior(api, report);
  report.add('examples', await runExamples(packagesToCheck, { out, root }));
  return report;
}

async function checkBehavior(api: Published, report: Report): Promise<void> {
  const types = compareTypes(api);
  report.add('types', types.properties);
  report.add('parameters', types.parameters);
  const modules = await loadModules(api);
  const calls = await callAll(api, modules);
  report.add('routes', calls.routes);
  report.add('validators', calls.validators);
  report.add('media', await transferMedia(api, modules));
  report.add('collections', await walkCollections(api, modules));
  report.add('operations', await awaitOperations(api, modules));
}
