/** Packs discogen and the generated packages once for all tests of a run. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packageRoot } from '../../generator/lib/root.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Paths of the tarballs by package name. */
    readonly tarballs: Readonly<Record<string, string>>;
  }
}

export default function setUp(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'discogen-installed-'));
  const sources = ['.', ...readdirSync(join(packageRoot, 'generated')).filter((name) => !name.startsWith('.'))].map((name) =>
    name === '.' ? name : `./generated/${name}`,
  );
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...sources], {
    cwd: packageRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const packed = JSON.parse(output) as readonly { readonly name: string; readonly filename: string }[];
  project.provide('tarballs', Object.fromEntries(packed.map(({ name, filename }) => [name, join(folder, filename)])));
  return () => rmSync(folder, { recursive: true, force: true });
}
