/** Documentation is correct: each `ts` example compiles and runs, each `sh` example runs, and each prints the documented output. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { generate } from '../generator/index.js';
import { type Block, readBlocks, matchesOutput } from './support/markdown.js';
import { PageSession, type Result } from './support/page-session.js';
import { isCompleteRun } from './support/quick-run.js';

const root = join(import.meta.dirname, '..');
const generated = join(root, 'generated');
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'discogen-pages-'));

/** The packages of APIs. */
const packages = readdirSync(generated).filter((name) => existsSync(join(generated, name, 'docs')));
const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.md') && !/(?:^|\/)(?:\.vitepress|node_modules|api)\//.test(path),
);
const packagePages = packages.flatMap((name) => [
  `generated/${name}/README.md`,
  `generated/${name}/AGENTS.md`,
  ...readdirSync(join(generated, name, 'docs')).map((page) => `generated/${name}/docs/${page}`),
]);
/** `PAGE=guides/client` tests only the pages whose path contains that. */
const pageFilter = process.env['PAGE'] ?? '';
/** Whether the examples of a page run. `npm test` runs only those of the pages that users read first, because all take long. */
const isRun = (page: string): boolean =>
  // `recipes.test.ts` applies these to a copy of the sources. The `AGENTS.md` of a package repeats examples of its README.
  !/(?:contributing\/(?:rule-kind|recording-format)|AGENTS)\.md$/.test(page) &&
  (pageFilter !== '' || isCompleteRun || ['README.md', 'docs/getting-started.md', 'generated/dns-v1/README.md'].includes(page));
const pages = ['README.md', 'CONTRIBUTING.md', ...docs.sort().map((path) => `docs/${path}`), ...packagePages].filter((page) =>
  page.includes(pageFilter),
);

const blocks = new Map(pages.map((page) => [page, readPage(page)]));
const sessions = new Map(
  [...blocks]
    .filter(
      ([page, pageBlocks]) => isRun(page) && pageBlocks.some(({ language, exempt }) => language === 'ts' || (language === 'sh' && !exempt)),
    )
    .map(([page, pageBlocks]) => {
      // Contributors run commands in the repository.
      const isRepository = page.startsWith('docs/contributing/');
      const project = isRepository ? root : join(folder, page.replaceAll(/\W/g, '-'));
      return [
        page,
        { project, session: new PageSession(project, { blocks: pageBlocks, bin: join(folder, 'bin'), isRepository }) },
      ] as const;
    }),
);
const results = new Map<Block, Result>();
let typeErrors = '';

beforeAll(async () => {
  await installPackages();
  await eachSession((session) => session.runCommands());
  typeErrors = await compile();
  await eachSession((session) => session.runExamples());
});

afterAll(async () => {
  for (const { session } of sessions.values()) await session.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The blocks of a page. The page of a package has one command: its installation from a registry. */
function readPage(page: string): readonly Block[] {
  const pageBlocks = readBlocks(readFileSync(join(root, page), 'utf8'), page);
  return packagePages.includes(page) ? pageBlocks.filter(({ language }) => language !== 'sh') : pageBlocks;
}

/** Runs a step of all pages, as many at a time as there are processors. */
async function eachSession(step: (session: PageSession) => Promise<ReadonlyMap<Block, Result>>): Promise<void> {
  const waiting = [...sessions.values()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      for (const [block, result] of await step(next.session)) results.set(block, result);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** Installs the packages above the project of each page, and copies the specifications into it. */
async function installPackages(): Promise<void> {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@discogen'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  for (const name of packages) symlinkSync(join(generated, name), join(modules, '@discogen', name), 'dir');
  symlinkSync(root, join(modules, 'discogen'), 'dir');
  for (const name of ['undici', '@opentelemetry', '@playwright', 'msw', 'vitest', 'yaml'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'dir');
  writeFileSync(join(folder, 'bin/discogen'), `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'generator/bin.js')}' "$@"\n`, {
    mode: 0o755,
  });
  // APIs with media and with streams, which our specifications lack.
  const fixtures = ['answers-v1', 'store-v1'].map((name) => join(root, `test/fixtures/media/${name}.json`));
  await generate({ files: fixtures, out: join(modules, '@discogen') });
  for (const [page, { project }] of sessions) {
    if (project === root) continue;
    mkdirSync(project);
    // This page starts a project of its own.
    if (page === 'docs/getting-started.md') continue;
    // Mocks of configured APIs use the generated packages instead of generating them again.
    symlinkSync(generated, join(project, 'generated'), 'dir');
    for (const name of ['specs', 'discogen.config.yaml']) cpSync(join(root, name), join(project, name), { recursive: true });
    // Pages name files of the installed package.
    mkdirSync(join(project, 'node_modules'));
    symlinkSync(root, join(project, 'node_modules/discogen'), 'dir');
  }
}

/** Compiles the programs of all pages at once; returns the errors. */
async function compile(): Promise<string> {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
  const files = [...sessions.values()].flatMap(({ project, session }) => session.sources.map((source) => join(project, source)));
  // A page that is tested alone may have none.
  if (files.length === 0) return '';
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
  return run(process.execPath, [tsc, '--singleThreaded', '-p', folder], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test('all TypeScript examples compile in strict mode', () => {
  expect(typeErrors).toBe('');
});

describe.each([...sessions.keys()])('%s', (page) => {
  const pageBlocks = blocks
    .get(page)
    ?.filter(({ language, exempt, file }) => (language === 'ts' || language === 'sh') && !exempt && file === undefined);

  test.each((pageBlocks ?? []).map((block) => [block.at, block] as const))('%s', (_, block) => {
    const { printed, error } = results.get(block) ?? { printed: '', error: 'it did not run' };
    expect(error).toBeUndefined();
    if (block.output !== undefined)
      expect(matchesOutput(block.output, printed), `shown:\n${block.output}\nprinted:\n${printed}`).toBe(true);
  });
});

const all = [...blocks.values()].flat();

test('every data block parses', () => {
  const broken = all
    .filter(({ language }) => ['yaml', 'json'].includes(language))
    .flatMap(({ at, text }) => parseAllDocuments(text).flatMap(({ errors }) => errors.map(({ message }) => `${at}: ${message}`)));
  expect(broken).toEqual([]);
});

test('only commands that need a network, a database, or the whole repository are exempt', () => {
  const lines = all.filter(({ exempt }) => exempt).flatMap(({ text }) => text.split('\n'));
  expect(
    lines.filter(
      (line) =>
        line !== '' &&
        !/^(?:npm|mkdir mocks|cd (?:mocks|packages)|npx discogen (?:add|generate|init|release --(?:plan|apply))|npx discogen mock(?:$| .* --(?:deliver |store postgres:))|npx discogen mock run .* -- |npx discogen proxy (?!run)|npx turbo|npx nx|eval|curl (?:-[oH]|http:\/\/secretmanager\.)|git|node bench|PAGE=|npx vitest|FUZZ_SEED|pip|gcloud|export|docker|cp node_modules) ?/.test(
          line,
        ),
    ),
  ).toEqual([]);
});

test('blocks have languages that the tests support', () => {
  const known = new Set(['ts', 'js', 'sh', 'yaml', 'json', 'text', 'diff', 'dockerfile']);
  expect(all.filter(({ language }) => !known.has(language)).map(({ at }) => at)).toEqual([]);
});

test.skipIf(pageFilter !== '')('every package has an example on its page', () => {
  const hasExample = (page: string): boolean => blocks.get(page)?.some(({ language }) => language === 'ts') ?? false;
  expect(packages.filter((name) => !hasExample(`generated/${name}/README.md`))).toEqual([]);
});

test.skipIf(pageFilter !== '').each(packages)('the instructions of %s for agents are short, and repeat examples of its page', (name) => {
  const [page, instructions] = [`generated/${name}/README.md`, `generated/${name}/AGENTS.md`];
  expect(readFileSync(join(root, instructions), 'utf8').split('\n').length).toBeLessThanOrEqual(60);
  const examples = new Set(blocks.get(page)?.map(({ text }) => text));
  expect(blocks.get(instructions)?.filter(({ text }) => !examples.has(text))).toEqual([]);
});

/** The anchor of a heading, as GitHub and the site make it of words without punctuation. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}

test('every relative link leads to a file and a heading', () => {
  const broken = [...pages, 'SECURITY.md', 'CHANGELOG.md'].flatMap((page) => {
    const prose = readFileSync(join(root, page), 'utf8')
      .replaceAll(/^```[^]*?^```/gm, '')
      .replaceAll(/`[^`\n]*`/g, '');
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((target) => !/^[a-z]+:/i.test(target));
    return targets.flatMap((target) => {
      const [path = '', anchor] = target.split('#');
      const file = join(root, path === '' ? page : join(dirname(page), path));
      if (!existsSync(file)) return [`${page}: ${target}`];
      const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => toAnchor(heading));
      // The site resolves links to its own pages only.
      const isOnSite =
        !page.startsWith('docs/') || (relative(join(root, 'docs'), file).split(sep)[0] !== '..' && /\.(?:md|png)$/.test(file));
      return isOnSite && (anchor === undefined || headings.includes(anchor)) ? [] : [`${page}: ${target}`];
    });
  });
  expect(broken).toEqual([]);
});
