/** The handlers of a mock by method. */
import type { Handler } from '../types/handlers.js';

type AnyHandler = Handler<Record<string, unknown>>;
/** The handlers of one method, the innermost first. */
export type UserHandlers = readonly AnyHandler[];

/** The handlers of a mock. Sessions share them. */
export class HandlerRegistry {
  readonly #handlers = new Map<string, AnyHandler[]>();

  /** Registers a handler around those that are registered already. Returns a function that removes it. */
  add(methodId: string, handler: AnyHandler): () => void {
    const handlers = this.#handlers.get(methodId) ?? [];
    this.#handlers.set(methodId, [...handlers, handler]);
    return () => {
      const remaining = (this.#handlers.get(methodId) ?? []).filter((other) => other !== handler);
      if (remaining.length > 0) this.#handlers.set(methodId, remaining);
      else this.#handlers.delete(methodId);
    };
  }

  /** The handlers of a method, the innermost first. */
  find(methodId: string): UserHandlers | undefined {
    return this.#handlers.get(methodId);
  }

  /** Registers the handlers with another mock, in their order. */
  copyTo(add: (methodId: string, handler: AnyHandler) => void): void {
    for (const [methodId, handlers] of this.#handlers) for (const handler of handlers) add(methodId, handler);
  }
}
