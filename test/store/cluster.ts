/** Mock processes with one store, and a proxy in front of them. */
import { packageRoot } from '../../generator/lib/root.js';
import { ensureBuilt, start, type Running } from '../support/discogen.js';
import { createHttpClient, startProxy, type HttpClient, type Send } from './http-client.js';
import type { SharedStore, StoreKind } from './stores.js';

/** A mock process that can be killed and started again. */
export class Replica {
  readonly #store: SharedStore;
  readonly #client: HttpClient = createHttpClient(() => this.#origin);
  #process: Running | undefined;
  #origin = '';

  constructor(store: SharedStore) {
    this.#store = store;
  }

  get origin(): string {
    return this.#origin;
  }

  get send(): Send {
    return this.#client.send;
  }

  async start(): Promise<void> {
    this.#process = await start(['mock', 'dns', 'compute', '--quiet', '--port', '0', '--store', this.#store.address], { cwd: packageRoot });
    this.#origin = /http:\/\/\S+/.exec(this.#process.line)?.[0] ?? '';
  }

  /** Ends the process in the middle of what it does. */
  async kill(): Promise<void> {
    await this.#process?.end('SIGKILL');
  }

  /** Ends the process, which must end as it does for a user. */
  async stop(): Promise<void> {
    const ended = await this.#process?.end('SIGTERM');
    this.#client.close();
    if (ended && ended.status !== 0 && ended.signal !== 'SIGKILL')
      throw new Error(`the mock ended with status ${ended.status}: ${ended.stderr}`);
  }
}

export interface Cluster {
  readonly store: SharedStore;
  readonly replicas: readonly Replica[];
  /** Sends a request to the next replica. */
  readonly send: Send;
  stop(): Promise<void>;
}

/** Starts several processes at the same time with a new store. */
export async function startCluster(kind: StoreKind, count = 3): Promise<Cluster> {
  ensureBuilt();
  const store = await kind.open();
  const replicas = Array.from({ length: count }, () => new Replica(store));
  const proxy = await startProxy(() => replicas.map(({ origin }) => origin));
  const client = createHttpClient(() => proxy.origin);
  const stop = async (): Promise<void> => {
    client.close();
    await proxy.close();
    const ended = await Promise.allSettled(replicas.map((replica) => replica.stop()));
    await store.remove();
    const failure = ended.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  };
  // The others must have started or failed before they can be stopped.
  const started = await Promise.allSettled(replicas.map((replica) => replica.start()));
  const failure = started.find((result) => result.status === 'rejected');
  if (failure === undefined) return { store, replicas, send: client.send, stop };
  await stop();
  throw failure.reason;
}
