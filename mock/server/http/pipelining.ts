/** Orders and limits pipelined requests, which a client sends before it receives the responses to the previous ones. */

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

/** A connection of Node. */
export interface PipelinedSocket {
  readonly destroyed: boolean;
  /** Whether the client has to read what was written before more is written. */
  readonly writableNeedDrain: boolean;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
  on(event: 'resume' | 'drain', listener: () => void): unknown;
}

/** The maximum number of requests of a connection that run at once, so that connections take turns. */
const maxRunning = 16;
/** The maximum number of requests of a connection that wait. A well-behaved client waits for responses long before. */
const maxWaiting = 1000;
/** The time in milliseconds after which a connection is closed whose client doesn't read responses while its requests wait. */
const unreadTimeout = 30_000;

/**
 * The requests of one connection. A connection is not read while requests wait, and none of them starts while the client doesn't read the
 * responses, so a client takes neither memory nor time in proportion to what it sends.
 */
export class ConnectionQueue {
  readonly #socket: PipelinedSocket;
  #running = 0;
  #waiting: (() => void)[] = [];
  #cutTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(socket: PipelinedSocket) {
    this.#socket = socket;
    socket.on('drain', () => this.#startWaiting());
    // Node resumes a connection after each response.
    socket.on('resume', () => this.#pauseIfWaiting());
  }

  /** Starts a request at once, or when earlier ones have ended. Closes the connection if too many wait. */
  start(request: () => void): void {
    if (this.#waiting.length === 0 && this.#canStart) {
      this.#running += 1;
      request();
      return;
    }
    if (this.#socket.destroyed) return;
    if (this.#waiting.push(request) > maxWaiting) {
      this.#waiting = [];
      this.#socket.destroy();
    }
    this.#pauseIfWaiting();
  }

  /** Ends a request, whose response was written. */
  end(): void {
    this.#running -= 1;
    if (this.#waiting.length > 0) this.#startWaiting();
  }

  get #canStart(): boolean {
    return this.#running < maxRunning && !this.#socket.writableNeedDrain;
  }

  #startWaiting(): void {
    clearTimeout(this.#cutTimer);
    if (this.#socket.destroyed) this.#waiting = [];
    if (this.#waiting.length === 0) return;
    const started: (() => void)[] = [];
    while (this.#running < maxRunning && started.length < this.#waiting.length && !this.#socket.writableNeedDrain) {
      this.#running += 1;
      started.push(this.#waiting[started.length] as () => void);
    }
    this.#waiting = this.#waiting.slice(started.length);
    for (const request of started) request();
    if (this.#waiting.length === 0) this.#socket.resume();
    else if (this.#socket.writableNeedDrain) this.#cutTimer = setTimeout(() => this.#socket.destroy(), unreadTimeout).unref();
  }

  #pauseIfWaiting(): void {
    if (this.#waiting.length > 0) this.#socket.pause();
  }
}
