// Compiles a program that uses every entry point with each TypeScript version, checked against the packages' declarations.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installed } from './install.js';

const run = promisify(execFile);

/** Compiles and returns the compiler output. */
async function compile(version, { folder, options, files }) {
  const home = await installed(`typescript@${version}`);
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    strict: true,
    noEmit: true,
    types: [],
    skipLibCheck: false,
    ...options,
  };
  const name = `tsconfig.${version}.json`;
  writeFileSync(join(folder, name), JSON.stringify({ compilerOptions, files }));
  const tsc = join(home, 'bin/tsc');
  return run(process.execPath, [tsc, '-p', name], { cwd: folder, timeout: 120_000 }).then(
    () => ({ failures: [] }),
    ({ stdout, stderr }) => ({ failures: [`${stdout}${stderr}`] }),
  );
}

function cell(version, kind, { options, files, formats = 'esm' }) {
  return { name: `typescript ${version} ${kind}`, run: ({ folders }) => compile(version, { folder: folders[formats], options, files }) };
}

const versions = ['5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '6.0', '7.0'];
const modules = { module: 'nodenext', moduleResolution: 'nodenext' };

export const compilerCells = versions.flatMap((version) => [
  ...[true, false].map((exact) =>
    cell(version, exact ? 'exact optional' : 'loose optional', {
      options: { ...modules, exactOptionalPropertyTypes: exact },
      files: ['consumer.ts'],
    }),
  ),
  // Before 5.8, the compiler does not know that `require` accepts ES modules.
  ...(Number(version) < 5.8
    ? []
    : [cell(version, 'CommonJS', { options: { ...modules, esModuleInterop: true }, files: ['consumer.cts'] })]),
  cell(version, 'CommonJS (cjs)', { options: { module: 'node16' }, files: ['consumer.cts'], formats: 'cjs' }),
  cell(version, 'node16', { options: { module: 'node16' }, files: ['consumer.ts'] }),
  cell(version, 'bundler', { options: { module: 'esnext', moduleResolution: 'bundler' }, files: ['consumer.ts'] }),
  // TypeScript 6 deprecates it, and 7 doesn't support it.
  ...(Number(version) < 6
    ? [cell(version, 'node10', { options: { module: 'esnext', moduleResolution: 'node10' }, files: ['consumer.ts'] })]
    : []),
]);
