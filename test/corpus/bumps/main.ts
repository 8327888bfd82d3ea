/**
 * `npm run corpus -- bumps` compares the semver bumps of pairs of versions with the result of the compiler: if a program that uses
 * everything in the old version doesn't compile with the new one, the bump must be major.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { classifyBump, type BumpDecision } from '../../../generator/release/classify-bump.js';
import type { JsonObject } from '../../../generator/lib/json.js';
import { listTypeErrors, options } from '../compile.js';
import { writeConsumer } from './consumers.js';
import { buildPairs, buildVersion, enumModes, type Pair, type Version } from './pairs.js';

interface Checked {
  /** The folder of the new version. */
  readonly folder: string;
  readonly pair: Pair;
  readonly decision: BumpDecision;
}

/** @returns the exit status: 1 if a major was missed */
export async function checkBumps(
  files: readonly string[],
  { root, seed }: { readonly root: string; readonly seed: number },
): Promise<number> {
  const out = mkdtempSync(join(tmpdir(), 'discogen-bumps-'));
  try {
    mkdirSync(join(out, 'node_modules/@discogen'), { recursive: true });
    symlinkSync(join(root, 'generated/runtime'), join(out, 'node_modules/@discogen/runtime'));
    writeFileSync(join(out, 'package.json'), '{"type":"module"}');
    const runtime = readRuntimeDeclarations(root);
    const results: Result[] = [];
    for (const file of files) {
      const checked = await checkDocument(file, { out, runtime, seed });
      results.push(...checked);
      for (const { pair, decision, failure } of listMissed(checked)) console.log(`missed: ${pair.name}: ${decision.bump}, but ${failure}`);
      console.log(`${basename(file)}: ${summarize(checked)}`);
    }
    return report(results);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

interface Context {
  readonly out: string;
  readonly runtime: ReadonlyMap<string, string>;
  readonly seed: number;
}

interface Result extends Checked {
  /** The first error of the program with the new version. */
  readonly failure: string | undefined;
}

async function checkDocument(file: string, { out, runtime, ...context }: Context): Promise<readonly Result[]> {
  const text = readFileSync(file, 'utf8');
  const document = JSON.parse(text) as JsonObject;
  const seed = text.length + context.seed;
  const enums = enumModes[seed % enumModes.length] ?? 'open';
  const old = await buildVersion(document, enums);
  if (old === undefined) return [];
  const name = basename(file, '.json');
  const consumer = writeConsumer(old);
  const oldFolder = join(name, 'old');
  writeVersion(join(out, oldFolder), old, consumer);
  const checked: Checked[] = [];
  for await (const pair of buildPairs(document, old, { enums, seed })) {
    const folder = join(name, String(checked.length));
    writeVersion(join(out, folder), pair.new, consumer);
    const declarations = (version: Version): ReadonlyMap<string, string> => new Map([...version.declarations, ...runtime]);
    const decision = classifyBump({
      oldSpec: pair.old.spec,
      newSpec: pair.new.spec,
      oldDeclarations: declarations(pair.old),
      newDeclarations: declarations(pair.new),
    });
    checked.push({ folder, pair, decision });
  }
  const errors = await compile(name, out);
  const oldErrors = errors.filter((line) => line.startsWith(`${oldFolder}/`));
  if (oldErrors.length > 0) throw new Error(`the program doesn't compile with the old version: ${oldErrors.slice(0, 3).join('\n')}`);
  rmSync(join(out, name), { recursive: true });
  return checked.map((each) => ({ ...each, failure: errors.find((line) => line.startsWith(`${each.folder}/`)) }));
}

async function compile(name: string, out: string): Promise<readonly string[]> {
  const settings = join(out, 'tsconfig.json');
  const { declaration: _, isolatedDeclarations: __, ...rest } = options;
  writeFileSync(settings, JSON.stringify({ compilerOptions: { ...rest, types: [] }, include: [`${name}/*/consumer.ts`] }));
  return listTypeErrors(settings, { out, root: process.cwd() });
}

function writeVersion(folder: string, { declarations }: Version, consumer: string): void {
  for (const [path, text] of declarations) {
    const target = join(folder, 'package', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  writeFileSync(join(folder, 'consumer.ts'), consumer);
}

function readRuntimeDeclarations(root: string): ReadonlyMap<string, string> {
  const names = [
    'package.json',
    ...['client', 'mock', 'otel', 'shared', 'undici', 'validate', 'values'].map((name) => `dist/${name}.d.ts`),
  ];
  return new Map(
    names.map((name) => [`node_modules/@discogen/runtime/${name}`, readFileSync(join(root, 'generated/runtime', name), 'utf8')]),
  );
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
