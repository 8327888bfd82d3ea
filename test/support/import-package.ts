/** Generates a package and imports its sources, without a build. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { rm } from 'node:fs/promises';
import { importRuntimePackage } from '../../generator/emit/runtime-package.js';
import type { Api } from '../../generator/model/model.js';
import { formatFile } from '../../generator/write/format-file.js';
import { emitFiles } from './packages.js';

/** Returns the modules of a package: its client, its validators, and its mock. `vitest.config.ts` resolves the imports of the runtime. */
export async function importPackage<Modules>(api: Api): Promise<Modules> {
  const folder = mkdtempSync(join(tmpdir(), 'discogen-package-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const file of emitFiles(api)) {
    const path = join(folder, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await formatFile(importRuntimePackage(file, { scope: '@discogen' })));
  }
  const modules = ['index', 'validators', 'mock'].map((name) => import(join(folder, `src/${name}.ts`)) as Promise<object>);
  return Object.assign({}, ...(await Promise.all(modules))) as Modules;
}
