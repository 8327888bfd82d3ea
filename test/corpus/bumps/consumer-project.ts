/** A temporary folder in which programs are compiled with versions of packages. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BumpDecision, classifyBump } from '../../../generator/release/classify-bump.js';
import { listTypeErrors, options } from '../compile.js';
import type { Version } from './pairs.js';

export class ConsumerProject {
  readonly #out = mkdtempSync(join(tmpdir(), 'discogen-bumps-'));
  readonly #runtime: ReadonlyMap<string, string>;

  constructor(private readonly root: string) {
    mkdirSync(join(this.#out, 'node_modules/@discogen'), { recursive: true });
    symlinkSync(join(root, 'generated/runtime'), join(this.#out, 'node_modules/@discogen/runtime'));
    writeFileSync(join(this.#out, 'package.json'), '{"type":"module"}');
    this.#runtime = readRuntimeDeclarations(root);
  }

  /** Classifies the bump as `discogen release` does. */
  classify({ old, new: next }: { readonly old: Version; readonly new: Version }): BumpDecision {
    return classifyBump({
      oldSpec: old.spec,
      newSpec: next.spec,
      oldDeclarations: new Map([...old.declarations, ...this.#runtime]),
      newDeclarations: new Map([...next.declarations, ...this.#runtime]),
    });
  }

  /** Writes a version and a program that imports it. */
  write(folder: string, { declarations }: Version, consumer: string): void {
    for (const [path, text] of declarations) {
      const target = join(this.#out, folder, 'package', path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    writeFileSync(join(this.#out, folder, 'consumer.ts'), consumer);
  }

  /** Compiles the programs of all folders, and removes the folders. Returns the first error of each program that has errors. */
  async compile(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const settings = join(this.#out, 'tsconfig.json');
    const { declaration: _, isolatedDeclarations: __, ...rest } = options;
    writeFileSync(
      settings,
      JSON.stringify({ compilerOptions: { ...rest, types: [] }, files: folders.map((folder) => `${folder}/consumer.ts`) }),
    );
    const errors = await listTypeErrors(settings, { out: this.#out, root: this.root });
    for (const folder of folders) rmSync(join(this.#out, folder), { recursive: true });
    const failures = new Map<string, string>();
    for (const line of errors) {
      const folder = folders.find((each) => line.startsWith(`${each}/consumer.ts`));
      if (folder === undefined) throw new Error(line);
      if (!failures.has(folder)) failures.set(folder, line);
    }
    return failures;
  }

  remove(): void {
    rmSync(this.#out, { recursive: true, force: true });
  }
}

function readRuntimeDeclarations(root: string): ReadonlyMap<string, string> {
  const names = [
    'package.json',
    ...['client', 'mock', 'otel', 'shared', 'undici', 'validate', 'values'].map((name) => `dist/${name}.d.ts`),
  ];
  return new Map(
    names.map((name) => [`node_modules/@discogen/runtime/${name}`, readFileSync(join(root, 'generated/runtime', name), 'utf8')]),
  );
}
