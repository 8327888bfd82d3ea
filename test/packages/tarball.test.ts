/** The tarball of discogen contains every file that its pages link to, and no install scripts. */
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

test('installing the tarball runs no scripts', () => {
  const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { readonly scripts: object };
  // In a clone, npm runs `dependencies` after `npm ci`, and `prepack` before `npm pack`.
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
  expect(scripts).toMatchObject({ dependencies: expect.stringContaining('build.js'), prepack: expect.stringContaining('build.js') });
});
