/** Applies the blocks of a recipe of `docs/contributing/` to a copy of the sources. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { packageRoot } from '../../generator/lib/root.js';
import { type Block, readBlocks } from './markdown.js';

export interface AppliedRecipe {
  readonly blocks: readonly Block[];
  /** Imports a module of the copy by its path in the repository. */
  import<Module>(path: string): Promise<Module>;
}

const copied = [
  'package.json',
  'tsconfig.json',
  'generator',
  'mock',
  'runtime',
  'fidelity',
  'services',
  'templates',
  'test/support',
  'test/unit/language',
];

/** Applies the recipe with this name. The copy is removed when the test ends. */
export function applyRecipe(name: string): AppliedRecipe {
  const page = `docs/contributing/${name}.md`;
  const blocks = readBlocks(readFileSync(join(packageRoot, page), 'utf8'), page);
  const folder = mkdtempSync(join(tmpdir(), 'discogen-recipe-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const path of copied) cpSync(join(packageRoot, path), join(folder, path), { recursive: true });
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'), 'dir');
  for (const { file, language, text, at } of blocks) {
    if (file === undefined) continue;
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, language === 'diff' ? applyDiff(readFileSync(path, 'utf8'), { text, at }) : text);
  }
  return { blocks, import: (path) => import(join(folder, path)) };
}

/** Replaces lines. A line of `@@` separates changes. The kept and removed lines of each change must occur exactly once. */
function applyDiff(source: string, { text, at }: Pick<Block, 'text' | 'at'>): string {
  return text.split(/^@@.*\n/m).reduce((changed, hunk) => {
    const lines = hunk.trimEnd().split('\n');
    const join = (omitted: string): string => lines.flatMap((line) => (line.startsWith(omitted) ? [] : line.slice(1))).join('\n');
    const parts = changed.split(join('+'));
    if (parts.length !== 2) throw new Error(`${at}: the lines must occur once (they occur ${parts.length - 1} times):\n${join('+')}`);
    return parts.join(join('-'));
  }, source);
}
