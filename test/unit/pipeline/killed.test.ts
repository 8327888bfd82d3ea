/** A run that is interrupted at any change leaves complete files, and the next run repairs the rest. */
import { beforeAll, expect, test } from 'vitest';
import { runGenerate } from '../../../generator/pipeline/run-generate.js';
import { BuildMemory } from '../../../generator/write/build-memory.js';
import { KilledError, killAt } from '../../support/kill-at.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

type Texts = Readonly<Record<string, string>>;
type Edit = (effects: MemoryEffects) => void;

/** Saves time. */
const memory = new BuildMemory();

/** Runs until it ends or is interrupted after a number of changes: killed, or with `code`, by one system error. Returns the changed paths. */
async function run(effects: MemoryEffects, changes = Infinity, code?: string): Promise<readonly string[]> {
  const { files, changed } = killAt(effects.files, changes, { code });
  const failure = await runGenerate({}, { ...effects, files, memory }).catch((error: unknown) => error);
  if (failure instanceof Error && !(failure instanceof KilledError)) expect(failure).toMatchObject({ code: code ?? 'none' });
  return changed;
}

/** All files. Records have no stamps here, because these depend on the times of writes. */
const readTexts = ({ files }: MemoryEffects): Texts =>
  Object.fromEntries(Object.entries(files.snapshot()).map(([path, text]) => [path, text.replace(/"stamp":"\w+",/, '')]));

const configPath = '/project/discogen.config.yaml';
const specification = '/project/specs/tiny.yaml';
const writeConfig = (names: readonly string[], more = ''): string => buildConfig(names, `only: [types]\n${more}`);
const mine = { 'made/tiny-v1/src/mine.ts': 'mine', 'made/other-v1/mine/notes.txt': 'mine' };
const inputs = {
  ...mine,
  'discogen.config.yaml': writeConfig(['tiny', 'other']),
  'specs/tiny.yaml': smallSpecification(),
  'specs/other.yaml': smallSpecification({ name: 'other' }),
};

/** All files after a run without problems. */
let complete: Texts;
beforeAll(async () => {
  const effects = memoryEffects(inputs);
  await run(effects);
  complete = readTexts(effects);
});

interface Scenario {
  readonly change: string;
  readonly edit: Edit;
  readonly before?: Texts;
}

const firstRun: Scenario = { change: 'the first run', edit: ({ files }) => files.edit(configPath, writeConfig(['tiny'])), before: inputs };
const manifestPath = '/project/made/tiny-v1/.discogen.json';
const newSpecification: Scenario = {
  change: 'a change of one specification and of the generator, which emits one file less',
  edit: ({ files }) => {
    files.edit(specification, smallSpecification({ field: 'remark' }));
    files.edit('/project/made/tiny-v1/src/old.ts', 'old');
    files.edit(manifestPath, files.read(manifestPath).replace('"files": {', '"files": { "src/old.ts": "",'));
  },
};
const scenarios: readonly Scenario[] = [
  firstRun,
  newSpecification,
  { change: 'the removal of a package', edit: ({ files }) => files.edit(configPath, writeConfig(['tiny'])) },
  {
    change: 'the addition of a package',
    edit: ({ files }) => {
      files.edit('/project/specs/third.yaml', smallSpecification({ name: 'third' }));
      files.edit(configPath, writeConfig(['tiny', 'other', 'third']));
    },
  },
  { change: 'the repair of a file', edit: ({ files }) => files.remove('/project/made/tiny-v1/src/types.ts') },
];

/** Each file has its old or its new text. Manifests list all others than the user's, so that no run forgets a generated file. */
function expectCompleteFiles(left: Texts, old: Texts, wanted: Texts): void {
  const listed = Object.entries(left).flatMap(([path, text]) => {
    if (path.includes('/.cache/') || !path.endsWith('/.discogen.json')) return [];
    const { packages = [], files = {}, compiled = [] } = JSON.parse(text) as { packages?: string[]; files?: object; compiled?: string[] };
    const names = [...packages.map((name) => `${name}/.discogen.json`), ...Object.keys(files), ...compiled];
    return names.map((name) => path.replace('.discogen.json', name));
  });
  const known = new Set([...listed, ...Object.keys(mine).map((path) => `/project/${path}`), '/project/made/.discogen.json']);
  for (const path of new Set([...Object.keys(old), ...Object.keys(wanted), ...Object.keys(left)])) {
    if (path.includes('/.cache/')) continue;
    expect([old[path], wanted[path]], path).toContain(left[path]);
    if (path.startsWith('/project/made/') && path in left) expect(known, path).toContain(path);
  }
}

/** Runs without an interruption. Returns what it leaves, and the numbers of changes after which to interrupt it. */
async function runClean(effects: MemoryEffects): Promise<{ readonly wanted: Texts; readonly points: readonly number[] }> {
  const changed = await run(effects);
  // All interruptions before the first package changes have the same result, so that few are tested.
  const preparations = changed.findIndex((path) => !path.includes('/.cache/'));
  const points = [...changed.keys(), changed.length].filter((point) => point >= preparations || point % 20 === 0);
  return { wanted: readTexts(effects), points };
}

const begin = ({ edit, before = complete }: Scenario): MemoryEffects => {
  const effects = memoryEffects(before);
  edit(effects);
  return effects;
};

test.each([
  ...scenarios.map((scenario) => ({ scenario, interruption: 'a kill', code: undefined })),
  { scenario: newSpecification, interruption: 'a full disk', code: 'ENOSPC' },
])('$interruption during $scenario.change', async ({ scenario, code }) => {
  const { points, wanted } = await runClean(begin(scenario));
  expect(Object.keys(wanted).filter((path) => path.endsWith('/old.ts'))).toEqual([]);
  for (const point of points) {
    const effects = begin(scenario);
    const old = readTexts(effects);
    await run(effects, point, code);
    expectCompleteFiles(readTexts(effects), old, wanted);
    await run(effects);
    expect(readTexts(effects), `after ${point} changes`).toEqual(wanted);
  }
});

test('a kill during the first run, and another change', async () => {
  const change: Edit = ({ files }) => files.edit(specification, smallSpecification({ field: 'remark' }));
  const edited = begin(firstRun);
  change(edited);
  const { wanted } = await runClean(edited);
  for (const point of (await runClean(begin(firstRun))).points) {
    const effects = begin(firstRun);
    await run(effects, point);
    change(effects);
    await run(effects);
    expect(readTexts(effects), `after ${point} changes`).toEqual(wanted);
  }
});
