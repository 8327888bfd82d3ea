/** Options that a mock doesn't know, and values that an option can't have. */
import { expect, it } from 'vitest';
import { createMockServer, ParameterError, type MockOptions } from '../../../../templates/runtime/mock/index.js';
import { dns } from './fixtures.js';

it.each<[object, string]>([
  [{ operationDelays: 5 }, 'unknown option "operationDelays"; did you mean "operationDelay"?'],
  [{ toString: 5 }, 'unknown option "toString"; expected one of seed, auth, operationDelay'],
  [{ auth: true }, 'auth must be "off" or "on" (received the boolean true)'],
  [{ auth: 'On' }, 'auth must be "off" or "on" (received the string "On")'],
  [{ operationDelay: '5s' }, 'operationDelay must be a number of milliseconds, 0 or more (received the string "5s")'],
  [{ operationDelay: -1 }, '(received the number -1)'],
  [{ operationRetention: Infinity }, '(received the number Infinity)'],
  [{ now: 5 }, 'now must be a function that returns milliseconds since 1970 (received the number 5)'],
  [{ randomSeed: 0.5 }, 'randomSeed must be an integer (received the number 0.5)'],
  [{ maxBody: null }, 'maxBody must be a number, 0 or more (received null)'],
  [{ maxDepth: 0 }, 'maxDepth must be a number, 1 or more (received the number 0)'],
])('%o is rejected', (options, message) => {
  const create = (): unknown => createMockServer(dns, options as MockOptions);
  expect(create).toThrow(ParameterError);
  expect(create).toThrow(message);
});

it('is not given where it is undefined', () => {
  expect(() => createMockServer(dns, { auth: undefined, other: undefined } as object)).not.toThrow();
});
