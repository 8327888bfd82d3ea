/** Orders pipelined requests, which a client sends before it receives the responses to the previous ones. */

interface ConnectionRequest {
  readonly socket: object;
  readonly method?: string | undefined;
}

const safeMethods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Completes a request that isn't safe before the next request on its connection starts (RFC 9112, section 9.3.2). Safe requests don't delay
 * other requests.
 */
export class Pipelines {
  readonly #last = new Map<object, Promise<unknown>>();

  /** Runs `work` at once, or after the request that it has to wait for. */
  run<T>({ socket, method }: ConnectionRequest, work: () => T | Promise<T>): T | Promise<T> {
    const previous = this.#last.size > 0 ? this.#last.get(socket) : undefined;
    const result = previous ? previous.then(work) : work();
    if (result instanceof Promise && (previous || !safeMethods.has(method))) this.#trackCompletion(socket, result);
    return result;
  }

  #trackCompletion(socket: object, result: Promise<unknown>): void {
    const release = (): void => {
      if (this.#last.get(socket) === completion) this.#last.delete(socket);
    };
    const completion = result.then(release, release);
    this.#last.set(socket, completion);
  }
}
