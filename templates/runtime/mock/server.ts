/** Puts a mock together. */
import type { ApiBehaviour } from '../descriptor.js';
import type { Mock, MockOptions } from './types.js';

/** A mock of one API or several. Throws `SeedError` for a faulty start-up seed, and an `Error` where two APIs have the same route. */
export function createMockServer(behaviour: ApiBehaviour | readonly ApiBehaviour[], options: MockOptions = {}): Mock {
  throw new Error(`not built yet: ${JSON.stringify([behaviour, options]).length}`);
}

/** One mock that serves the APIs of several, with a state of its own that starts from their start-up seeds. Options are those of the first that sets them. */
export function compose(...mocks: readonly Mock[]): Mock {
  throw new Error(`not built yet: ${mocks.length}`);
}
