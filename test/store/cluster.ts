/** Mock processes with one store, and a proxy in front of them. */
import { afterAll, describe } from 'vitest';
import { packageRoot } from '../../generator/lib/root.js';
import { start, type Running } from '../support/discogen.js';
import { createHttpClient, startProxy, type HttpClient, type Send } from './http-client.js';
import { storeKinds, type StoreKind, type StorePlace } from '../support/store-places.js';

/** A mock process that can be killed and started again. */
export class Replica {
  readonly #arguments: readonly string[];
  readonly #client: HttpClient = createHttpClient(() => this.#origin);
  #process: Running | undefined;
  #origin = '';

  constructor({ address, namespace }: StorePlace) {
    const store = ['--store', address, ...(namespace === undefined ? [] : ['--store-namespace', namespace])];
    this.#arguments = ['mock', 'dns', 'compute', '--quiet', '--port', '0', ...store];
  }

  /** Empty if the process doesn't run. */
  get origin(): string {
    return this.#origin;
  }

  get send(): Send {
    return this.#client.send;
  }

  async start(): Promise<void> {
    this.#process = await start(this.#arguments, { cwd: packageRoot });
    this.#origin = /http:\/\/\S+/.exec(this.#process.line)?.[0] ?? '';
  }

  /** Ends the process in the middle of what it does. */
  async kill(): Promise<void> {
    this.#origin = '';
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
  readonly replicas: readonly Replica[];
  /** Sends a request to the next replica. */
  readonly send: Send;
  stop(): Promise<void>;
}

/** Starts several processes at the same time. */
export async function startCluster(place: StorePlace, count: number): Promise<Cluster> {
  const replicas = Array.from({ length: count }, () => new Replica(place));
  const proxy = await startProxy(() => replicas.flatMap(({ origin }) => origin || []));
  const client = createHttpClient(() => proxy.origin);
  const stop = async (): Promise<void> => {
    client.close();
    await proxy.close();
    throwFailures(await Promise.allSettled(replicas.map((replica) => replica.stop())));
  };
  try {
    // All must have started or failed before they can be stopped.
    throwFailures(await Promise.allSettled(replicas.map((replica) => replica.start())));
    return { replicas, send: client.send, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function throwFailures(results: readonly PromiseSettledResult<void>[]): void {
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Stops the processes when `work` ends. */
export async function withCluster(place: StorePlace, count: number, work: (cluster: Cluster) => Promise<void>): Promise<void> {
  const cluster = await startCluster(place, count);
  try {
    await work(cluster);
  } finally {
    await cluster.stop();
  }
}

/** Describes what holds for each kind of store. */
export function describeStores(title: string, define: (kind: StoreKind) => void): void {
  for (const kind of storeKinds) {
    describe.skipIf(kind.obstacle !== undefined)(`${title} ${kind.name}`, () => {
      afterAll(kind.removePlaces);
      define(kind);
    });
  }
}
