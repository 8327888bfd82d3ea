/** The tarball of discogen holds every file that its pages link to. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../generator/root.js';

function listFiles(): ReadonlySet<string> {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const output = execFileSync('npm', words, { cwd: packageRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [tarball] = JSON.parse(output) as readonly { readonly files: readonly { readonly path: string }[] }[];
  return new Set(tarball?.files.map(({ path }) => path));
}

/** Paths, from the root of the package, of the files that a page links to. */
function linksIn(page: string): readonly string[] {
  const prose = readFileSync(join(packageRoot, page), 'utf8')
    .replace(/^```[^]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.replace(/#.*$/, ''));
  return targets.filter((target) => target !== '' && !/^[a-z]+:/i.test(target)).map((target) => posix.join(posix.dirname(page), target));
}

test('every relative link of the README and of its linked pages refers to a file in the tarball', () => {
  const files = listFiles();
  const seen = new Set(['README.md']);
  for (const page of seen) if (page.endsWith('.md') && files.has(page)) for (const target of linksIn(page)) seen.add(target);
  expect([...seen].filter((path) => !files.has(path))).toEqual([]);
  expect(seen.size).toBeGreaterThan(5);
});
