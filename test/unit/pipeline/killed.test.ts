/** A run that is killed at any change leaves every package in its old or its new state, and the next run repairs the rest. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { FileSystem } from '../../../generator/lib/effects.js';
import type { GenerateOptions } from '../../../generator/config/generate-options.js';
import { runGenerate } from '../../../generator/pipeline/run-generate.js';
import { KilledError, killAt } from '../../support/kill-at.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

type Texts = Readonly<Record<string, string>>;

const options: GenerateOptions = { only: ['types'] };

/** Runs until it ends or is killed; returns the number of changes. */
async function run(effects: MemoryEffects, changes = Infinity): Promise<number> {
  const { files, made } = killAt(effects.files, changes);
  try {
    await runGenerate(options, { ...effects, files });
  } catch (error) {
    if (!(error instanceof KilledError)) throw error;
  }
  return made();
}

const selectPackages = (texts: Texts, name: string): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([path]) => path.startsWith(`/project/made/${name}-v1/`)));
/** All files. Records have no stamps here, because these depend on the times of writes. */
const listPackageStates = ({ files }: MemoryEffects): Texts =>
  Object.fromEntries(Object.entries(files.snapshot()).map(([path, text]) => [path, text.replace(/"stamp":"\w+",/, '')]));

interface Scenario {
  /** The files before the run; `edit` creates the input of the run. */
  readonly before?: Texts;
  readonly edit: (effects: MemoryEffects) => void;
}

const inputs = {
  'discogen.config.yaml': buildConfig(['tiny', 'other']),
  'specs/tiny.yaml': smallSpecification(),
  'specs/other.yaml': smallSpecification({ name: 'other' }),
};

/** All files after a run without problems. */
let baseline: Texts;
beforeAll(async () => {
  const effects = memoryEffects(inputs);
  await run(effects);
  baseline = listPackageStates(effects);
});

const scenarios: readonly (readonly [string, (before: Texts) => Scenario])[] = [
  ['the first run', () => ({ before: inputs, edit: () => undefined })],
  [
    'one specification has changed',
    (before) => ({ before, edit: ({ files }) => files.edit('/project/specs/tiny.yaml', smallSpecification({ field: 'remark' })) }),
  ],
  [
    'all packages change',
    (before) => ({
      before,
      edit: ({ files }) => files.edit('/project/discogen.config.yaml', buildConfig(['tiny', 'other'], "version: '2.0.0'\n")),
    }),
  ],
  [
    'a package is removed',
    (before) => ({ before, edit: ({ files }) => files.edit('/project/discogen.config.yaml', buildConfig(['tiny'])) }),
  ],
  [
    'a package is added',
    (before) => ({
      before,
      edit: ({ files }) => {
        files.write('/project/specs/third.yaml', smallSpecification({ name: 'third' }));
        files.edit('/project/discogen.config.yaml', buildConfig(['tiny', 'other', 'third']));
      },
    }),
  ],
  ['a file of a package is missing', (before) => ({ before, edit: ({ files }) => files.remove('/project/made/tiny-v1/src/types.ts') })],
];

const names = ['tiny', 'other', 'third'];
/** The place of a package while another replaces it. */
const aside = /\/\.cache\/stages\/[^/]+\/aside\//;

/** All points before the first move have the same result, so that only every twentieth is tested. */
const isRepeated = (point: number, changes: number): boolean => point < changes - 20 && point % 20 > 0;

describe.each(scenarios)('%s', (title, scenario) => {
  test('leaves each package complete, and the next run repairs the rest', async () => {
    const { before, edit } = scenario(baseline);
    const begin = (): MemoryEffects => {
      const effects = memoryEffects(before);
      edit(effects);
      return effects;
    };
    const old = listPackageStates(begin());
    const complete = begin();
    const changes = await run(complete);
    const wanted = listPackageStates(complete);
    for (let point = 0; point <= changes; point += 1) {
      // The first scenario covers the staging of files at every point, which is the same in all.
      if (title !== scenarios[0]?.[0] && isRepeated(point, changes)) continue;
      const effects = begin();
      await run(effects, point);
      const left = listPackageStates(effects);
      const setAside = Object.keys(left).filter((path) => aside.test(path));
      for (const name of names) {
        const found = selectPackages(left, name);
        const isAside = setAside.some((path) => path.includes(`/aside/${name}-v1/`)) && Object.keys(found).length === 0;
        if (!isAside)
          expect([selectPackages(old, name), selectPackages(wanted, name)], `${name} after ${point} changes`).toContainEqual(found);
      }
      if (isRepeated(point, changes)) continue;
      await run(effects);
      expect(listPackageStates(effects), `mended after ${point} changes`).toEqual(wanted);
    }
  });
});

describe('a system error', () => {
  test.each(['ENOSPC', 'EIO'])('%s at any change leaves each package complete, and the next run repairs the rest', async (code) => {
    const edited = (): MemoryEffects => {
      const effects = memoryEffects(baseline);
      effects.files.edit('/project/discogen.config.yaml', buildConfig(['tiny', 'other'], "version: '2.0.0'\n"));
      return effects;
    };
    const old = listPackageStates(edited());
    const complete = edited();
    const changes = await run(complete);
    const wanted = listPackageStates(complete);
    // All failures before the first move have the same result.
    for (let point = changes - 12; point <= changes; point += 1) {
      const effects = edited();
      const { files } = killAt(effects.files, point, { code });
      const failure = await runGenerate(options, { ...effects, files }).catch((error: unknown) => error);
      if (failure instanceof Error) expect(failure).toMatchObject({ code });
      const left = listPackageStates(effects);
      for (const name of names)
        expect([selectPackages(old, name), selectPackages(wanted, name)], `${name} after ${point} changes`).toContainEqual(
          selectPackages(left, name),
        );
      await run(effects);
      expect(listPackageStates(effects), `mended after ${point} changes`).toEqual(wanted);
    }
  });

  test('that prevents a package from being restored leaves it where the next run finds it', async () => {
    const effects = memoryEffects(baseline);
    const old = listPackageStates(effects);
    effects.files.edit('/project/discogen.config.yaml', buildConfig(['tiny', 'other'], "version: '2.0.0'\n"));
    const place = '/project/made/tiny-v1';
    const move: FileSystem['move'] = (from, to) => {
      if (to === place) throw Object.assign(new Error(`EIO: ${to}`), { code: 'EIO', syscall: 'rename' });
      effects.files.move(from, to);
    };
    await expect(runGenerate(options, { ...effects, files: { ...effects.files, move } })).rejects.toMatchObject({ code: 'EIO' });
    expect(selectPackages(listPackageStates(effects), 'tiny')).toEqual({});
    effects.files.edit('/project/specs/tiny.yaml', 'name: [');
    expect((await runGenerate(options, effects)).status).toBe('failed');
    expect(selectPackages(listPackageStates(effects), 'tiny')).toEqual(selectPackages(old, 'tiny'));
  });
});

describe('files of others', () => {
  const mine = '/project/made/tiny-v1/src/mine.ts';

  test('survive every kill, and the next run repairs the rest', async () => {
    const begin = (): MemoryEffects => {
      const effects = memoryEffects({ ...baseline, [mine]: 'mine' });
      effects.files.edit('/project/specs/tiny.yaml', smallSpecification({ field: 'remark' }));
      return effects;
    };
    const complete = begin();
    const changes = await run(complete);
    for (let point = 0; point <= changes; point += 1) {
      if (isRepeated(point, changes)) continue;
      const effects = begin();
      await run(effects, point);
      expect(listPackageStates(effects)[mine]).toBe('mine');
      await run(effects);
      expect(listPackageStates(effects)).toEqual(listPackageStates(complete));
    }
  });

  test('a package that was set aside is restored even if the next run fails', async () => {
    const before = baseline;
    const ownFolder = '/project/made/.cache/stages/own-1/aside/tiny-v1';
    const moved = Object.entries(before).map(([path, text]) => [path.replace('/project/made/tiny-v1', ownFolder), text] as const);
    const effects = memoryEffects({ ...Object.fromEntries(moved), '/project/specs/tiny.yaml': 'name: [' });
    expect((await runGenerate(options, effects)).status).toBe('failed');
    expect(selectPackages(listPackageStates(effects), 'tiny')).toEqual(selectPackages(before, 'tiny'));
  });
});
