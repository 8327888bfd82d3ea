/** `discogen mock --workers`: the primary process, which starts the processes that serve the port, and passes messages between them. */
import cluster, { type Worker } from 'node:cluster';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json, JsonObject } from '../../mock/index.js';
import type { Effects, TlsSettings } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';
import type { Status } from './command.js';
import { type PrimaryMessage, ProcessChannel, type WorkerMessage, workerVariable, type WorkerSettings } from './process-channel.js';

/** In milliseconds. */
const responseTimeout = 5000;
/** The time in milliseconds after which a worker that doesn't stop is killed. */
const stopTimeout = 8000;
/** The number of recent texts on standard error that aren't repeated. */
const maxRecentTexts = 1000;

/**
 * Serves the mock from `count` worker processes. Each runs the same command line, and prints through this one. Without a store, they
 * share one in a temporary folder.
 */
export async function runWorkers(
  count: number,
  { hasStore, tls }: { readonly hasStore: boolean; readonly tls: TlsSettings | undefined },
  effects: Effects,
): Promise<Status> {
  const stopped = effects.waitForStop();
  const folder = hasStore ? undefined : await createTemporaryStore();
  try {
    const group = new WorkerGroup(count, { started: effects.now(), ...omitUndefined({ temporaryStore: folder, tls }) }, effects);
    void stopped.then(() => group.stop(0));
    return await group.ended;
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the folder. Throws `UsageError` if it can't hold a store. */
async function createTemporaryStore(): Promise<string> {
  const { openFolder } = await import('../../mock/stores/lmdb-store.js');
  const folder = await mkdtemp(join(tmpdir(), 'discogen-mock-'));
  try {
    const store = await openFolder(folder, { isTemporary: true });
    await store.close();
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error instanceof UsageError ? new UsageError(`--workers keeps the state in a temporary folder: ${error.message}`) : error;
  }
}

interface WorkerState {
  readonly channel: ProcessChannel<PrimaryMessage, WorkerMessage>;
  isServing: boolean;
  /** It listens on the port of the command line. If that is 0, it gets the port of the others, or a new one if there are none. */
  usesOption: boolean;
  /** What it would print on standard output. */
  stdout: string;
}

/** The settings that all workers have. */
type SharedSettings = Omit<WorkerSettings, 'port'>;

class WorkerGroup {
  /** Resolves with the exit status when all workers have ended. */
  readonly ended: Promise<Status>;
  readonly #workers = new Map<Worker, WorkerState>();
  /** Workers print the same messages. */
  readonly #recentTexts = new Set<string>();
  /** The port, which port 0 selects when the first worker listens. */
  #port: number | undefined;
  #isAnnounced = false;
  /** The exit status. Set when the workers stop. */
  #status: Status | undefined;

  constructor(
    private readonly count: number,
    private readonly shared: SharedSettings,
    private readonly effects: Effects,
  ) {
    this.ended = new Promise((resolve) => {
      cluster.on('exit', (worker, code, signal) => {
        this.#handleExit(worker, code, signal);
        if (this.#workers.size === 0) resolve(this.#status ?? 1);
      });
    });
    cluster.on('listening', (worker, { port }) => this.#handleListening(worker, port));
    for (let started = 0; started < count; started++) this.#start();
  }

  /** Stops all workers. Later calls don't change the status. */
  stop(status: Status): void {
    this.#status ??= status;
    for (const worker of this.#workers.keys()) this.#stopWorker(worker);
  }

  #start(): void {
    const usesOption = this.#port === undefined || [...this.#workers.values()].some((other) => other.isServing && other.usesOption);
    const settings: WorkerSettings = { ...this.shared, ...(!usesOption && { port: this.#port }) };
    const worker = cluster.fork({ [workerVariable]: JSON.stringify(settings) });
    const channel = new ProcessChannel<PrimaryMessage, WorkerMessage>(worker, (message) => this.#handleMessage(worker, message));
    this.#workers.set(worker, { channel, isServing: false, usesOption, stdout: '' });
  }

  #stopWorker(worker: Worker): void {
    void this.#workers.get(worker)?.channel.send({ stop: true });
    setTimeout(() => killWorker(worker), stopTimeout).unref();
  }

  #handleListening(worker: Worker, port: number): void {
    const state = this.#workers.get(worker);
    if (state === undefined) return;
    state.isServing = true;
    this.#port ??= port;
    if (port !== this.#port) {
      // The others have ended while it started.
      state.usesOption = false;
      killWorker(worker);
    }
    // It may not have received the message before.
    if (this.#status !== undefined) this.#stopWorker(worker);
  }

  #handleMessage(worker: Worker, message: WorkerMessage): Json | Promise<Json> {
    if ('broadcast' in message) return this.#broadcast(worker, message.broadcast);
    if ('stderr' in message) this.#printOnce(message.stderr);
    else this.#collectOutput(worker, message.stdout);
    return null;
  }

  /** Prints what a worker prints once all workers serve. */
  #collectOutput(worker: Worker, text: string): void {
    const state = this.#workers.get(worker);
    if (state === undefined) return;
    state.stdout += text;
    const isComplete = [...this.#workers.values()].every(({ isServing, stdout }) => isServing && stdout !== '');
    if (this.#isAnnounced || !isComplete || this.#workers.size < this.count) return;
    this.#isAnnounced = true;
    this.effects.stdout(state.stdout);
  }

  #printOnce(text: string): void {
    const texts = this.#recentTexts;
    if (texts.has(text)) return;
    texts.add(text);
    const [oldest = ''] = texts;
    if (texts.size > maxRecentTexts) texts.delete(oldest);
    this.effects.stderr(text);
  }

  /** Returns the responses of the other workers, without those that fail or don't respond in time. */
  async #broadcast(sender: Worker, peerMessage: JsonObject): Promise<readonly Json[]> {
    const others = [...this.#workers].filter(([worker, { isServing }]) => worker !== sender && isServing);
    const responses = await Promise.all(others.map(async ([, { channel }]) => channel.send({ peerMessage }, responseTimeout)));
    return responses.filter((response) => response !== null);
  }

  /** Replaces a worker that has served. One that ends before ends the mock. */
  #handleExit(worker: Worker, code: number, signal: string | null): void {
    const state = this.#workers.get(worker);
    this.#workers.delete(worker);
    state?.channel.close();
    if (this.#status !== undefined) return;
    if (state?.isServing === true) {
      const { pid } = worker.process;
      this.effects.stderr(`discogen: worker process ${pid} ended (${signal ?? `exit status ${code}`}); starting another one\n`);
      this.#start();
      return;
    }
    this.effects.stdout(state?.stdout ?? '');
    this.stop(code === 2 ? 2 : 1);
  }
}

/** Kills a worker at once. Its own `kill` waits until it disconnects. */
function killWorker({ process: child }: Worker): void {
  child.kill('SIGKILL');
}
