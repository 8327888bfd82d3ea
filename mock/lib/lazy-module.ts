/** Loads a module when it is first needed. */
import type { MaybePromise } from './maybe-promise.js';

/** Returns a function that loads a module on its first call, and returns it without a promise once it is loaded. */
export function loadOnce<Module extends object>(load: () => Promise<Module>): () => MaybePromise<Module> {
  let loaded: MaybePromise<Module> | undefined;
  return () =>
    (loaded ??= load().then(
      (module) => (loaded = module),
      (error: unknown) => {
        loaded = undefined;
        throw error;
      },
    ));
}
