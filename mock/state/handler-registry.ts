/** The handlers of a mock by method. */
import type { Handler } from '../types/handlers.js';

type AnyHandler = Handler<Record<string, unknown>>;
/** The handlers of one method, the innermost first. */
export type MethodHandlers = readonly AnyHandler[];

/** The handlers of a mock: those of service modules, and those of the user around them. Sessions share them. */
export class HandlerRegistry {
  readonly #services: ReadonlyMap<string, MethodHandlers>;
  readonly #users = new Map<string, MethodHandlers>();
  readonly #all: Map<string, MethodHandlers>;

  /** `services`: the handlers of service modules, by method. */
  constructor(services: ReadonlyMap<string, MethodHandlers> = new Map()) {
    this.#services = services;
    this.#all = new Map(services);
  }

  /** Registers a handler around those that are registered already. Returns a function that removes it. */
  add(methodId: string, handler: AnyHandler): () => void {
    this.#setUserHandlers(methodId, [...(this.#users.get(methodId) ?? []), handler]);
    return () =>
      this.#setUserHandlers(
        methodId,
        (this.#users.get(methodId) ?? []).filter((other) => other !== handler),
      );
  }

  #setUserHandlers(methodId: string, handlers: MethodHandlers): void {
    if (handlers.length > 0) this.#users.set(methodId, handlers);
    else this.#users.delete(methodId);
    const all = [...(this.#services.get(methodId) ?? []), ...handlers];
    if (all.length > 0) this.#all.set(methodId, all);
    else this.#all.delete(methodId);
  }

  /** The handlers of a method, the innermost first. */
  find(methodId: string): MethodHandlers | undefined {
    return this.#all.get(methodId);
  }

  hasUserHandler(methodId: string): boolean {
    return this.#users.has(methodId);
  }

  /** Registers the handlers of the user with another mock, in their order. */
  copyTo(add: (methodId: string, handler: AnyHandler) => void): void {
    for (const [methodId, handlers] of this.#users) for (const handler of handlers) add(methodId, handler);
  }
}
