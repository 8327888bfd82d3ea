/** The tarball of discogen contains every file that its pages link to. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../generator/lib/root.js';

function listFiles(): ReadonlySet<string> {
  const npmArguments = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const output = execFileSync('npm', npmArguments, { cwd: packageRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [tarball] = JSON.parse(output) as readonly { readonly files: readonly { readonly path: string }[] }[];
  return new Set(tarball?.files.map(({ path }) => path));
}

/** Lists the files that a page links to, as paths from the root of the package. Pictures are only in the repository, because they are large. */
function listLinks(page: string): readonly string[] {
  const prose = readFileSync(join(packageRoot, page), 'utf8')
    .replace(/^```[^]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/(?<!!\[[^\]]*)\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.replace(/#.*$/, ''));
  return targets.filter((target) => target !== '' && !/^[a-z]+:/i.test(target)).map((target) => posix.join(posix.dirname(page), target));
}

test('every relative link of the README and of its linked pages refers to a file in the tarball', () => {
  const files = listFiles();
  const reachable = new Set(['README.md']);
  for (const page of reachable) if (page.endsWith('.md') && files.has(page)) for (const target of listLinks(page)) reachable.add(target);
  expect([...reachable].filter((path) => !files.has(path))).toEqual([]);
  expect(reachable.size).toBeGreaterThan(5);
});
