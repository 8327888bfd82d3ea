/**
 * Checks the bumps of published documents of two dates: if a program that uses everything in the old version doesn't compile with the new
 * one, the bump must be major.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BumpDecision, listReasons } from '../../../generator/release/classify-bump.js';
import { toCanonicalText, type JsonObject } from '../../../generator/lib/json.js';
import type { EnumMode } from '../../../generator/language/parts.js';
import { ConsumerProject } from './consumer-project.js';
import { writeConsumer } from './consumers.js';
import { buildVersion, selectEnumMode } from './pairs.js';

interface Folders {
  readonly old: string;
  readonly new: string;
}

interface Classified {
  readonly name: string;
  readonly enums: EnumMode;
  readonly decision: BumpDecision;
  /** The size of the declarations of both versions, in UTF-16 units. */
  readonly size: number;
}

interface Result extends Classified {
  /** The first error of the program with the new version. */
  readonly failure: string | undefined;
}

interface Problem {
  readonly name: string;
  readonly message: string;
}

/** Programs are compiled together until their declarations have this size, which limits the memory of the compiler. */
const maxSize = 8_000_000;

/** @returns the exit status: 1 if a major was missed, a document has errors, or a program doesn't compile with its own version */
export async function checkVersions(folders: Folders, names: readonly string[], root: string): Promise<number> {
  const documents = listDocuments(folders.old).filter((name) => listDocuments(folders.new).includes(name));
  const selected = documents.filter((name) => names.length === 0 || names.includes(name));
  const changed = selected.filter((name) => hasChanged(name, folders));
  const project = new ConsumerProject(root);
  try {
    const { results, problems } = await new VersionCheck(folders, project).run(changed);
    console.log(`${selected.length} documents in both folders, ${selected.length - changed.length} unchanged`);
    return report(results, problems);
  } finally {
    project.remove();
  }
}

const listDocuments = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace(/\.json$/, ''))
    .sort();

const readDocument = (folder: string, name: string): string => readFileSync(join(folder, `${name}.json`), 'utf8');

/** The revision and the entity tag change without a change of the API. */
function hasChanged(name: string, folders: Folders): boolean {
  const [old, next] = [folders.old, folders.new].map((folder) => {
    const { revision: _, etag: __, ...content } = JSON.parse(readDocument(folder, name)) as JsonObject;
    return toCanonicalText(content);
  });
  return old !== next;
}

class VersionCheck {
  readonly #results: Result[] = [];
  readonly #problems: Problem[] = [];
  /** The compilation of the previous programs, during which the next packages are built. */
  #compilation: Promise<void> = Promise.resolve();

  constructor(
    private readonly folders: Folders,
    private readonly project: ConsumerProject,
  ) {}

  async run(names: readonly string[]): Promise<{ readonly results: readonly Result[]; readonly problems: readonly Problem[] }> {
    let batch: Classified[] = [];
    for (const name of names) {
      const classified = await this.#classify(name);
      if (classified !== undefined) batch.push(classified);
      if (batch.reduce((sum, { size }) => sum + size, 0) < maxSize) continue;
      await this.#startCompilation(batch);
      batch = [];
    }
    await this.#startCompilation(batch);
    await this.#compilation;
    return { results: this.#results, problems: this.#problems };
  }

  /** Returns undefined if a document has errors. */
  async #classify(name: string): Promise<Classified | undefined> {
    const seed = [...name].reduce((sum, character) => sum + character.charCodeAt(0), 0);
    const enums = selectEnumMode(seed);
    try {
      const old = await buildVersion(readDocument(this.folders.old, name), enums);
      const next = await buildVersion(readDocument(this.folders.new, name), enums);
      const decision = this.project.classify({ old, new: next });
      const consumer = writeConsumer(old);
      this.project.write(join(name, 'old'), old, consumer);
      this.project.write(join(name, 'new'), next, consumer);
      const size = [old, next].flatMap(({ declarations }) => [...declarations.values()]).reduce((sum, text) => sum + text.length, 0);
      return { name, enums, decision, size };
    } catch (error) {
      this.#addProblem(name, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  async #startCompilation(batch: readonly Classified[]): Promise<void> {
    await this.#compilation;
    this.#compilation = this.#compile(batch);
  }

  async #compile(batch: readonly Classified[]): Promise<void> {
    if (batch.length === 0) return;
    const failures = await this.project.compile(batch.flatMap(({ name }) => [join(name, 'old'), join(name, 'new')]));
    for (const classified of batch) {
      const oldFailure = failures.get(join(classified.name, 'old'));
      if (oldFailure !== undefined) {
        this.#addProblem(classified.name, `the program doesn't compile with its own version: ${oldFailure}`);
        continue;
      }
      const result = { ...classified, failure: failures.get(join(classified.name, 'new')) };
      this.#results.push(result);
      console.log(describe(result));
    }
  }

  #addProblem(name: string, message: string): void {
    this.#problems.push({ name, message });
    console.log(`${name}: ${message}`);
  }
}

const isMajor = ({ decision }: Result): boolean => decision.bump === 'major';
const isUnneeded = (result: Result): boolean => isMajor(result) && result.failure === undefined;
const isMissed = (result: Result): boolean => !isMajor(result) && result.failure !== undefined;

function describe(result: Result): string {
  const { name, enums, decision, failure } = result;
  const outcome = failure === undefined ? 'compiles' : "doesn't compile";
  const detail = isMissed(result) ? `; missed: ${failure}` : isUnneeded(result) ? `; ${formatReasons(decision)}` : '';
  return `${name}: ${decision.bump}, ${outcome} (${enums} enums)${detail}`;
}

function formatReasons(decision: BumpDecision): string {
  const reasons = listReasons(decision).filter(({ breaking }) => breaking);
  return `${reasons.length} reasons, such as ${reasons[0]?.subject}: ${reasons[0]?.message}`;
}

function report(results: readonly Result[], problems: readonly Problem[]): number {
  const majors = results.filter(isMajor);
  const missed = results.filter(isMissed);
  const count = (bump: BumpDecision['bump']): number => results.filter(({ decision }) => decision.bump === bump).length;
  const share = results.length === 0 ? 0 : Math.round((100 * majors.length) / results.length);
  console.log(`${results.length} pairs, ${problems.length} documents can't be checked`);
  console.log(`${results.filter(({ failure }) => failure !== undefined).length} don't compile, ${missed.length} of them missed`);
  console.log(`${majors.length} majors (${share}%), ${majors.filter(isUnneeded).length} of them compile`);
  console.log(`${count('minor')} minor, ${count('patch')} patch, ${count('none')} none`);
  return missed.length === 0 && problems.length === 0 ? 0 : 1;
}
