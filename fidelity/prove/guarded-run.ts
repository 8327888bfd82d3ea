/** A run against a service: its guards, and inventories before and after. */
import type { Effects } from '../../generator/lib/effects.js';
import { ApiIndex } from './api-index.js';
import { Guard, type GuardOptions } from './guard.js';
import { createGuardedTarget } from './guarded-target.js';
import type { HttpTarget } from './http-target.js';
import { takeInventory } from './inventory.js';
import type { Api } from '../../generator/model/model.js';
import { TargetError, type Target, type TargetCall } from './target.js';

export class GuardedRun {
  readonly #leftovers = new Set<string>();
  #isStopped = false;
  /** The names of the resources that existed before the run. */
  #existing: ReadonlySet<string> = new Set();

  constructor(
    private readonly target: Pick<HttpTarget, 'origin' | 'send'>,
    private readonly options: GuardOptions,
    effects: Pick<Effects, 'waitForStop'>,
  ) {
    void effects.waitForStop().then(() => (this.#isStopped = true));
  }

  readonly isStopped = (): boolean => this.#isStopped;

  open(index: ApiIndex): Target<TargetCall> {
    const { origin, send } = this.target;
    return createGuardedTarget({
      origin,
      index,
      send,
      guard: new Guard(index, this.options),
      isStopped: this.isStopped,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      hasExisted: (path) => this.#hasExisted(path),
      reportLeftover: (path) => this.#leftovers.add(path),
    });
  }

  /** Remembers and returns the names of the resources that exist before the run. */
  async start(apis: readonly { readonly api: Api }[]): Promise<ReadonlySet<string>> {
    this.#existing = await this.takeInventory(apis);
    return this.#existing;
  }

  /** The inventory has names and links in several forms, all of which end with the collection and the ID, or with the ID. */
  #hasExisted(path: string): boolean {
    const [collection = '', id = ''] = path.split('/').slice(-2);
    return [...this.#existing].some((name) => name.endsWith(`/${collection}/${id}`));
  }

  async takeInventory(apis: readonly { readonly api: Api }[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    const { projects } = this.options;
    for (const { api } of apis) {
      const index = new ApiIndex(api);
      const names = await takeInventory({ index, guard: new Guard(index, this.options), send: this.target.send, projects });
      for (const name of names) found.add(name);
    }
    return found;
  }

  /** Returns the resources that the run couldn't delete, and those that didn't exist before it. */
  async listLeftovers(apis: readonly { readonly api: Api }[], before: ReadonlySet<string>): Promise<readonly string[]> {
    const after = await this.takeInventory(apis).catch((error: unknown) => {
      if (error instanceof TargetError) return before;
      throw error;
    });
    const added = [...after].filter((name) => !before.has(name));
    return [...new Set([...this.#leftovers, ...added])].sort();
  }
}
