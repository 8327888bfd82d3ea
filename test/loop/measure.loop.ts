/** Learns the facts back that were taken out of the overlays of DNS and Compute, and writes how many are found: see `run.js`. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeEffects } from '../../generator/lib/node-effects.js';
import type { Diagnostic } from '../../generator/lib/diagnostics.js';
import type { Effects } from '../../generator/lib/effects.js';
import { learnRecordings } from '../../generator/pipeline/learn-recordings.js';
import type { ExchangeResult } from '../../fidelity/verify/exchange-result.js';
import { readRecording } from '../../fidelity/recordings/read-recording.js';
import { getSignature } from '../../fidelity/learn/signature.js';
import { formatTapeLine, tapeHeader } from '../../fidelity/recordings/write-tape.js';
import { listLearnedEntries, type LearnedEntry } from './learned-entries.js';
import { generateScenarios } from './random-scenarios.js';
import { removeFacts, type RemovedFact } from './removed-facts.js';
import { formatReport } from './report.js';
import { loadVariant, VariantReplay, type LoadedVariant } from './replay.js';
import { Score } from './score.js';
import { apiNames, existingPrefix, otherPrefix, toOrigin } from './tape.js';

const root = join(import.meta.dirname, '../..');
/** The scenarios of each API that facts are learned from, and those that only count in the comparison. */
const [learnedSeed, otherSeed] = [1, 2];
const [learnedCount, otherCount] = [400, 50];

const folder = process.env['DISCOGEN_TAPES'] ?? '';

test('learns removed facts back', { timeout: 1_800_000 }, async () => {
  expect(folder, 'the folder with the tapes').not.toBe('');
  const { threads: _, ...base } = createNodeEffects();
  const effects: Effects = { ...base, cwd: folder, cache: join(folder, 'cache') };
  const facts = new Map<string, readonly RemovedFact[]>();
  for (const api of apiNames) {
    const text = readFileSync(join(root, `specs/overlays/${api}.v1.yaml`), 'utf8');
    const reduced = removeFacts(text);
    facts.set(api, reduced.facts);
    write('full', `${api}.yaml`, text);
    write('reduced', `${api}.yaml`, reduced.text);
    write('.', `${api}.v1.yaml`, setAddress(readFileSync(join(root, `specs/${api}.v1.yaml`), 'utf8'), api));
  }
  writeConfig('full', (api) => [`full/${api}.yaml`]);
  writeConfig('reduced', (api) => [`reduced/${api}.yaml`]);
  const full = await loadVariant('full.yaml', effects);
  await writeRandomTapes(full);

  const tapes = listTapes().filter((name) => !name.startsWith(otherPrefix));
  const { learned, diagnostics } = await learnRecordings(tapes, { config: 'reduced.yaml', apis: apiNames }, effects);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const entries = new Map<string, readonly LearnedEntry[]>();
  for (const { name, overlay } of learned) {
    write('learned', `${name}.yaml`, overlay);
    entries.set(name, listLearnedEntries(name, overlay));
  }
  writeConfig('learned', (api) => [`reduced/${api}.yaml`, `learned/${api}.yaml`]);

  const { scores, warnings } = await compare(full, { facts, entries }, effects);
  write('.', 'report.txt', formatReport({ scores, learned, entries, warnings }));
});

function write(subfolder: string, name: string, text: string): void {
  mkdirSync(join(folder, subfolder), { recursive: true });
  writeFileSync(join(folder, subfolder, name), text);
}

function writeConfig(name: string, overlays: (api: string) => readonly string[]): void {
  const specs = apiNames.map((api) => ({ name: api, file: `${api}.v1.yaml`, overlays: overlays(api) }));
  write('.', `${name}.yaml`, JSON.stringify({ specs }));
}

/** Sets the address that is a variable in a specification. */
const setAddress = (text: string, api: string): string => text.replace(/^rootUrl: .*$/m, `rootUrl: ${toOrigin(api)}/`);

const listTapes = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();

async function writeRandomTapes({ apis, behaviors }: LoadedVariant): Promise<void> {
  for (const behavior of behaviors) {
    const api = apis.find(({ name }) => name === behavior.name);
    if (api === undefined) continue;
    for (const [name, seed, count] of [
      ['random', learnedSeed, learnedCount],
      [otherPrefix.slice(0, -1), otherSeed, otherCount],
    ] as const) {
      let text = tapeHeader;
      for await (const { name: scenario, exchanges } of generateScenarios({ api, behavior }, { seed, count }))
        for (const exchange of exchanges) text += formatTapeLine(exchange, scenario);
      write('.', `${name}.${api.name}.jsonl`, text);
    }
  }
}

interface Compared {
  readonly facts: ReadonlyMap<string, readonly RemovedFact[]>;
  readonly entries: ReadonlyMap<string, readonly LearnedEntry[]>;
}

async function compare(
  full: LoadedVariant,
  { facts, entries }: Compared,
  effects: Effects,
): Promise<{ readonly scores: ReadonlyMap<string, Score>; readonly warnings: readonly Diagnostic[] }> {
  const scores = new Map(full.apis.map((api) => [api.name, new Score(api, facts.get(api.name) ?? [], entries.get(api.name) ?? [])]));
  const learned = await loadVariant('learned.yaml', effects);
  const replays = {
    full: new VariantReplay(full),
    reduced: new VariantReplay(await loadVariant('reduced.yaml', effects)),
    learned: new VariantReplay(learned),
  };
  for (const tape of listTapes().filter((name) => !name.startsWith(existingPrefix))) {
    const { recording } = readRecording({ path: tape, text: readFileSync(join(folder, tape), 'utf8') });
    for (const scenario of recording?.scenarios ?? []) {
      const signature = tape.startsWith(otherPrefix) ? {} : { signature: getSignature(scenario, replays.full.match) };
      const run = async (replay: VariantReplay): Promise<readonly ExchangeResult[]> => replay.run(recording!, scenario);
      const [own, without, withLearned] = [await run(replays.full), await run(replays.reduced), await run(replays.learned)];
      scenario.exchanges.forEach((exchange, index) => {
        const match = replays.full.match(exchange.request);
        const results = { full: own[index], reduced: without[index], learned: withLearned[index] };
        if (match.kind === 'match') scores.get(match.api.name)?.add({ match, exchange, ...results, ...signature });
      });
    }
  }
  return { scores, warnings: learned.warnings };
}
