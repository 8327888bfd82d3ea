/**
 * Checks the bumps of published documents and mutations of them: if a program that uses everything in the old version doesn't compile with
 * the new one, the bump must be major.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BumpDecision } from '../../../generator/release/classify-bump.js';
import type { JsonObject } from '../../../generator/lib/json.js';
import { ConsumerProject } from './consumer-project.js';
import { writeConsumer } from './consumers.js';
import { buildPairs, buildVersion, DocumentError, selectEnumMode, type Pair } from './pairs.js';

interface Checked {
  /** The folder of the new version. */
  readonly folder: string;
  readonly pair: Pair;
  readonly decision: BumpDecision;
}

interface Result extends Checked {
  /** The first error of the program with the new version. */
  readonly failure: string | undefined;
}

/** @returns the exit status: 1 if a major was missed */
export async function checkMutations(
  files: readonly string[],
  { root, seed }: { readonly root: string; readonly seed: number },
): Promise<number> {
  const project = new ConsumerProject(root);
  try {
    const results: Result[] = [];
    for (const file of files) {
      const checked = await checkDocument(file, project, seed);
      results.push(...checked);
      for (const { pair, decision, failure } of listMissed(checked)) console.log(`missed: ${pair.name}: ${decision.bump}, but ${failure}`);
      console.log(`${basename(file)}: ${summarize(checked)}`);
    }
    return report(results);
  } finally {
    project.remove();
  }
}

async function checkDocument(file: string, project: ConsumerProject, offset: number): Promise<readonly Result[]> {
  const text = readFileSync(file, 'utf8');
  const seed = text.length + offset;
  const enums = selectEnumMode(seed);
  const name = basename(file, '.json');
  const old = await buildVersion(text, enums).catch((error: unknown) => {
    if (error instanceof DocumentError) return undefined;
    throw error;
  });
  if (old === undefined) return [];
  const consumer = writeConsumer(old);
  const oldFolder = join(name, 'old');
  project.write(oldFolder, old, consumer);
  const checked: Checked[] = [];
  for await (const pair of buildPairs(JSON.parse(text) as JsonObject, old, { enums, seed })) {
    const folder = join(name, String(checked.length));
    project.write(folder, pair.new, consumer);
    checked.push({ folder, pair, decision: project.classify(pair) });
  }
  const failures = await project.compile([oldFolder, ...checked.map(({ folder }) => folder)]);
  const oldFailure = failures.get(oldFolder);
  if (oldFailure !== undefined) throw new Error(`the program doesn't compile with the old version: ${oldFailure}`);
  return checked.map((each) => ({ ...each, failure: failures.get(each.folder) }));
}

const listMissed = (results: readonly Result[]): readonly Result[] =>
  results.filter((result) => result.failure !== undefined && !isMajor(result));

const isMajor = ({ decision }: Checked): boolean => decision.bump === 'major';

function summarize(results: readonly Result[]): string {
  const majors = results.filter(isMajor);
  const failed = results.filter(({ failure }) => failure !== undefined);
  const missed = listMissed(results);
  const compiles = majors.filter(({ failure }) => failure === undefined);
  const byTypes = compiles.filter(({ decision }) => decision.specification.every(({ step }) => step !== 'major'));
  return `${results.length} pairs, ${failed.length} don't compile, ${missed.length} of them missed; ${majors.length} majors, ${compiles.length} of them compile (${byTypes.length} only because of declarations)`;
}

function report(results: readonly Result[]): number {
  const unneeded = new Map<string, number>();
  for (const result of results)
    if (isMajor(result) && result.failure === undefined) unneeded.set(result.pair.name, (unneeded.get(result.pair.name) ?? 0) + 1);
  for (const [name, count] of [...unneeded].sort(([, a], [, b]) => b - a)) console.log(`${count} majors compile: ${name}`);
  console.log(summarize(results));
  return listMissed(results).length === 0 ? 0 : 1;
}
