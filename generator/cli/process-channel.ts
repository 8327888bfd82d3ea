/** Messages between two processes of a mock, each with a response. */
import type { Worker } from 'node:cluster';
import type { Json, JsonObject } from '../../mock/index.js';
import type { WorkerLink } from '../lib/effects.js';

/** The environment variable with the settings of a worker process, as JSON. */
export const workerVariable = 'DISCOGEN_WORKER';

export type WorkerSettings = Pick<WorkerLink, 'port' | 'temporaryStore' | 'tls'> & {
  /** When the mock was started, in milliseconds since 1970. */
  readonly started: number;
};

/** What a worker process sends to the primary one. Output is text that it would write if it were alone. */
export type WorkerMessage = { readonly stdout: string } | { readonly stderr: string } | { readonly broadcast: JsonObject };
/** What the primary process sends to a worker. */
export type PrimaryMessage = { readonly stop: true } | { readonly peerMessage: JsonObject };

type Packet<Message> = { readonly id: number; readonly message: Message } | { readonly id: number; readonly response: Json };

export class ProcessChannel<Sent, Received> {
  readonly #connection: Worker;
  /** The responses to wait for. */
  readonly #pending = new Map<number, (response: Json) => void>();
  #lastId = 0;

  constructor(connection: Worker, handle: (message: Received) => Json | Promise<Json>) {
    this.#connection = connection;
    connection.on('message', (packet: Packet<Received>) => {
      if ('response' in packet) return this.#settle(packet.id, packet.response);
      void respond(packet.message).then((response) => this.#post({ id: packet.id, response }));
    });
    const respond = async (message: Received): Promise<Json> => {
      try {
        return await handle(message);
      } catch {
        return null;
      }
    };
  }

  /** Resolves with null if the other process fails, ends, or doesn't respond within `timeout` milliseconds. */
  send(message: Sent, timeout?: number): Promise<Json> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const timer = timeout === undefined ? undefined : setTimeout(() => this.#settle(id, null), timeout);
      this.#pending.set(id, (response) => {
        clearTimeout(timer);
        resolve(response);
      });
      this.#post({ id, message });
    });
  }

  /** Settles all messages without a response, because the other process has ended. */
  close(): void {
    for (const id of this.#pending.keys()) this.#settle(id, null);
  }

  #settle(id: number, response: Json): void {
    const settle = this.#pending.get(id);
    this.#pending.delete(id);
    settle?.(response);
  }

  /** Ignores errors: the other process has ended. */
  #post(packet: Packet<Sent>): void {
    this.#connection.send(packet, () => undefined);
  }
}
