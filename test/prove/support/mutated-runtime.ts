/** The built runtime with mutations of its engine, at most one of which is active. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApiBehavior } from '../../../runtime/behavior.js';
import type { Mock, MockOptions } from '../../../mock/index.js';
import { instrument, listMutations, sample, type Mutation } from './mutate.js';

const runtime = join(import.meta.dirname, '../../../dist/runtime');
const bundles = ['mock.js', 'engine.js', 'shared.js'] as const;

export type CreateMockServer = (behavior: ApiBehavior | readonly ApiBehavior[], options: MockOptions) => Mock;

/** The engine without the modules that only the control routes and the stores of a mock use. */
const isEngine = (module: string): boolean =>
  module.startsWith('mock/engine/') && !/\/(?:seed|media)\/|handlers?|store|session/.test(module);

/** The maximum number of evaluations of mutated places, more than scenarios need. A mutation can make a loop endless. */
const maxEvaluations = 100_000;

export class MutatedRuntime {
  readonly total: number;
  /** The mutations of all seeds. */
  readonly mutations: readonly Mutation[];
  /** The mutations by seed. */
  readonly bySeed: ReadonlyMap<number, readonly Mutation[]>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'discogen-mutations-'));
  readonly #texts: Readonly<Record<string, string>>;
  readonly #hits = new Set<number>();
  #active: number | undefined;
  #evaluations = 0;
  #copies = 0;

  /** `count`: the number of mutations of each seed. `only`: parts of the descriptions of mutations, separated by `|`. */
  constructor(count: number, seeds: readonly number[], only: string) {
    const all: { readonly bundle: string; readonly mutation: Mutation }[] = [];
    for (const bundle of bundles)
      for (const mutation of listMutations(readFileSync(join(runtime, bundle), 'utf8'), isEngine, all.length))
        all.push({ bundle, mutation });
    this.total = all.length;
    const isUsed = ({ mutation }: (typeof all)[number]): boolean => only.split('|').some((text) => mutation.description.includes(text));
    const bySeed = seeds.map((seed) => [seed, sample(all, count, seed).filter(isUsed)] as const);
    const chosen = [...new Set(bySeed.flatMap(([, mutations]) => mutations))];
    this.mutations = chosen.map(({ mutation }) => mutation);
    this.bySeed = new Map(bySeed.map(([seed, own]) => [seed, own.map(({ mutation }) => mutation)]));
    this.#texts = Object.fromEntries(
      bundles.map((bundle) => {
        const own = chosen.filter((each) => each.bundle === bundle).map(({ mutation }) => mutation);
        return [bundle, instrument(readFileSync(join(runtime, bundle), 'utf8'), own)];
      }),
    );
    Object.assign(globalThis, {
      isMutated: (id: number): boolean => {
        if (this.#active === undefined) this.#hits.add(id);
        this.#evaluations += 1;
        if (this.#evaluations > maxEvaluations * chosen.length) throw new Error('The mutation makes a loop endless.');
        return id === this.#active;
      },
    });
  }

  /** Loads another copy, for mutations of code that runs when modules are loaded. */
  async load(): Promise<CreateMockServer> {
    const own = join(this.#folder, String((this.#copies += 1)));
    cpSync(runtime, own, { recursive: true });
    writeFileSync(join(own, 'package.json'), '{ "type": "module" }');
    for (const [file, text] of Object.entries(this.#texts)) writeFileSync(join(own, file), text);
    const { createMockServer } = (await import(/* @vite-ignore */ pathToFileURL(join(own, 'mock.js')).href)) as {
      readonly createMockServer: CreateMockServer;
    };
    return createMockServer;
  }

  /** Makes one mutation active, or none. */
  activate(id: number | undefined): void {
    this.#active = id;
    this.#evaluations = 0;
  }

  /** Returns the mutations that were reached since the last call. */
  takeHits(): ReadonlySet<number> {
    const hits = new Set(this.#hits);
    this.#hits.clear();
    this.#evaluations = 0;
    return hits;
  }

  delete(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
