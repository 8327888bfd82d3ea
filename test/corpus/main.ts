/** `npm run corpus`: every published document in ../shared/corpus through lint, generate, compile, types, calls and collections. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from '../../generator/index.js';
import { callAll } from './calls.js';
import { compileAll } from './compile.js';
import { walkCollections } from './collections.js';
import { lintAll } from './lint.js';
import { load, published } from './published.js';
import { Report } from './report.js';
import { compareTypes } from './types.js';

/** Names of documents (`dns-v1`) select; answers the exit status. */
export async function main(names: readonly string[], root: string): Promise<number> {
  const folder = join(root, '../shared/corpus');
  const files = filesIn(folder).filter((file) => names.length === 0 || names.includes(file.replace(/\.json$/, '')));
  if (files.length === 0) {
    console.log(`SKIP: there are no documents in ${folder}`);
    return 0;
  }
  const out = mkdtempSync(join(tmpdir(), 'discogen-corpus-'));
  try {
    const report = await runAll(
      files.map((file) => join(folder, file)),
      { out, root },
    );
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

export interface Place {
  /** Where packages are made. */
  readonly out: string;
  /** The repository. */
  readonly root: string;
}

export async function runAll(files: readonly string[], { out, root }: Place): Promise<Report> {
  const report = new Report();
  report.add('lint', await lintAll(files));
  const { status, packages, diagnostics } = await generate({ files, out });
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ file, message }) => `${file}: ${message}`);
  report.add('generate', { total: files.length, failures: status === 'done' && packages.length === files.length ? [] : errors });
  const all = files.map((file) => published(file, out));
  report.add('compile', await compileAll(all, { out, root }));
  for (const one of all) {
    const types = compareTypes(one);
    report.add('types', types.properties);
    report.add('parameters', types.parameters);
    const modules = await load(one);
    const calls = await callAll(one, modules);
    report.add('routes', calls.routes);
    report.add('validators', calls.validators);
    report.add('collections', await walkCollections(one, modules));
  }
  return report;
}
