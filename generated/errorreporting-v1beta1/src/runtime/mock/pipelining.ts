/** Requests that a client sends on a connection without waiting for the answers to those before. */

interface ConnectionRequest {
  readonly socket: object;
  readonly method?: string | undefined;
}

const safeMethods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What changes something is done before the next request on its connection begins (RFC 9112, section 9.3.2); what only reads holds nobody up. */
export class Pipelines {
  readonly #last = new Map<object, Promise<unknown>>();

  /** Does `work` at once, or after what it has to wait for. */
  next<T>({ socket, method }: ConnectionRequest, work: () => T | Promise<T>): T | Promise<T> {
    const before = this.#last.size > 0 ? this.#last.get(socket) : undefined;
    const result = before ? before.then(work) : work();
    if (result instanceof Promise && (before || !safeMethods.has(method))) this.#hold(socket, result);
    return result;
  }

  #hold(socket: object, answer: Promise<unknown>): void {
    const settled = (): void => {
      if (this.#last.get(socket) === done) this.#last.delete(socket);
    };
    const done = answer.then(settled, settled);
    this.#last.set(socket, done);
  }
}
