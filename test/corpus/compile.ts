/** Compiles all packages with the native compiler in strict mode and more, in one program. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Folders } from './main.js';
import type { Published } from './published.js';
import type { Tally } from './report.js';

/** Stricter than `strict`. */
export const options = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  isolatedDeclarations: true,
  declaration: true,
  // All code to check is in sources.
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};

export async function compileAll(all: readonly Published[], { out, root }: Folders): Promise<Tally> {
  const settings = join(out, 'tsconfig.json');
  const typeRoots = [join(root, 'node_modules/@types')];
  writeFileSync(join(out, 'package.json'), '{"type":"module"}');
  writeFileSync(settings, JSON.stringify({ compilerOptions: { ...options, typeRoots }, include: all.map(({ name }) => `${name}/src`) }));
  const errors = await listTypeErrors(settings, { out, root });
  const failures = all.flatMap(({ name }) => {
    const ownErrors = errors.filter((line) => line.startsWith(`${name}/`));
    return ownErrors.length === 0 ? [] : [`${ownErrors.length} errors, first: ${ownErrors[0]}`];
  });
  return { total: all.length, failures: errors.length > 0 && failures.length === 0 ? errors : failures };
}

/** Returns the error lines of a project. */
export async function listTypeErrors(settings: string, { out, root }: Folders): Promise<readonly string[]> {
  const text = await run(
    join(root, 'node_modules/typescript-native/bin/tsc'),
    ['--singleThreaded', '-p', settings, '--pretty', 'false'],
    out,
  );
  return text.split('\n').filter((line) => line.includes('error TS'));
}

function run(script: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd, maxBuffer: 1 << 28 }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}
