/** Compiles generated packages in strict mode, in one program with a shared runtime. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../generator/lib/root.js';
import { options } from '../../corpus/compile.js';
import { runtimeFolder } from '../../../generator/write/runtime.js';
import type { Output } from './check-harmless.js';

/** Returns the compiler errors with their source lines. */
export function typeErrors(outputs: readonly Output[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'discogen-fuzz-types-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    cpSync(runtimeFolder, join(folder, 'runtime'), { recursive: true });
    const files = outputs.flatMap(({ sources }, at) => [...sources].map(([path, text]) => write(join(folder, String(at), path), text)));
    outputs.forEach((_, at) => symlinkSync(join(folder, 'runtime'), join(folder, String(at), 'runtime')));
    const compilerOptions = { ...options, typeRoots: [join(packageRoot, 'node_modules/@types')] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiler = join(packageRoot, 'node_modules/typescript-native/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '--singleThreaded', '-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const sources = new Map(outputs.flatMap((output, at) => [...output.sources].map(([path, text]) => [`${at}/${path}`, text] as const)));
    return stdout
      .split('\n')
      .filter((line) => line.includes('error TS'))
      .map((line) => appendSourceLine(line, sources));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function appendSourceLine(message: string, sources: ReadonlyMap<string, string>): string {
  const position = /(\d+\/src\/[^(]+)\((\d+),/.exec(message);
  const text = sources.get(position?.[1] ?? '')?.split('\n')[Number(position?.[2]) - 1];
  return text === undefined ? message : `${message}\n  ${text}`;
}
