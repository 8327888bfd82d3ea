/** Reports the requests that nothing of a mock serves, because many clients retry them silently, or print only the status. */

/** The maximum number of paths without a route that are reported. A client can request any number. */
const maxPaths = 50;

export class RejectionLog {
  readonly #write: (message: string) => void;
  readonly #methods = new Set<string>();
  readonly #paths = new Set<string>();

  constructor(write: (message: string) => void) {
    this.#write = write;
  }

  /** Reports the first 501 of a method. */
  reportUnimplemented(methodId: string, message: string): void {
    if (this.#methods.has(methodId)) return;
    this.#methods.add(methodId);
    this.#write(`501 for ${methodId}: ${message}`);
  }

  /** Reports the first 404 of a path without a route. */
  reportUnrouted(method: string, path: string): void {
    const line = `${method} ${path.slice(0, maxPathLength)}`;
    if (this.#paths.has(line) || this.#paths.size >= maxPaths) return;
    this.#paths.add(line);
    this.#write(`404 for ${line}: no API of the mock has this route. Correct the address, or add the specification of its API.`);
  }
}

/** In characters. */
const maxPathLength = 500;
