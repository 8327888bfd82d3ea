/** The files of a project that `init` creates. */
import { isAbsolute } from 'node:path';
import { stringify } from 'yaml';
import { createSampleResources, createSampleTest, type TestRunner } from '../emit/sample-test.js';
import type { Api } from '../model/model.js';
import { formatFile } from '../write/format-file.js';

/** An API of the config. */
export interface NamedApi {
  readonly name: string;
  readonly api: Api;
}

export const seedPath = 'seed.yaml';

/** Formats a seed with a resource of each API that has one. */
export function formatSeed(apis: readonly NamedApi[]): string {
  const resources = Object.assign({}, ...apis.map(({ api }) => createSampleResources(api))) as object;
  const comment =
    '# The initial state of `npx discogen mock --seed seed.yaml`: resources by their URL paths. The mock adds what the server generates.\n';
  return comment + stringify({ resources }, { lineWidth: 0 });
}

export interface TestSetup {
  /** The npm scope of the packages. */
  readonly scope: string;
  readonly runner: TestRunner;
  /** Whether the files of the project are ES modules by default. */
  readonly isModule: boolean;
}

/** Formats a test of an API, and returns it with its path. */
export async function formatTest(
  { name, api }: NamedApi,
  { scope, runner, isModule }: TestSetup,
): Promise<readonly [path: string, text: string]> {
  const extension = runner === 'node' ? 'mjs' : isModule ? 'ts' : 'mts';
  const path = `test/${name}.test.${extension}`;
  return [path, await formatFile({ path, text: createSampleTest(api, { scope, runner }), format: 'prettier' })];
}

export const ignorePath = '.gitignore';

/**
 * Adds what isn't committed: dependencies, and in the output folder the cache and source maps. A clone of the project needs the tarball of
 * discogen and the compiled files of packages, so they are excepted from the patterns that would ignore them.
 */
export function addIgnoredPaths(text: string, out: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const toOutputPath = (path: string): string => (out === '.' ? `/${path}` : `/${out}/${path}`);
  const isIgnored = (pattern: RegExp): boolean => lines.some((line) => pattern.test(line));
  const paths = [
    'node_modules/',
    ...(isIgnored(/^\*\.tgz$/) ? ['!/discogen-*.tgz'] : []),
    ...(out.startsWith('..') || isAbsolute(out)
      ? []
      : [
          toOutputPath('.cache/'),
          ...(isIgnored(/^(\*\*\/)?dist\/?$/) ? [`!${toOutputPath('*/dist/')}`] : []),
          ...(lines.includes(toOutputPath('*/dist/')) ? [] : [toOutputPath('*/dist/**/*.map')]),
        ]),
  ];
  const toKey = (line: string): string => line.replace(/^\/|\/$/g, '');
  const present = new Set(lines.map(toKey));
  const missing = paths.filter((path) => !present.has(toKey(path)));
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? text : text + lineEnd;
  return missing.length === 0 ? text : start + missing.map((path) => path + lineEnd).join('');
}

export const workflowPath = '.github/workflows/discogen.yml';

/** A GitHub Actions workflow. docs/guides/build-and-publish.md explains it. */
export const workflow = `name: discogen
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
          cache: npm
      - run: npm ci
      - run: npx discogen generate --check --frozen
      # The compiled files are committed, too.
      - run: npx discogen generate --quiet && git diff --exit-code --stat
      - run: npm test
`;
