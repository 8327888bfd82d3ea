/** The sentence of a validation in documentation and doc comments. */
import { expect, test } from 'vitest';
import { formatValidationSentence } from '../../../generator/language/format-validation.js';

test.each([
  ['a > b', undefined, '`a > b` must be true.'],
  ['self.timeoutSec <= self.checkIntervalSec', "timeoutSec can't exceed checkIntervalSec", "`timeoutSec` can't exceed `checkIntervalSec`."],
  ["self.state == 'ON'", 'only a disk with the state ON is ready', 'Only a disk with the state `ON` is ready.'],
  ['self.state > 1', 'state is too low!', '`state` is too low!'],
  ['self.items.all(a, a.x > 0)', 'a positive number is required', 'A positive number is required.'],
  ['self.state > 1', '`x` is too low', '`x` is too low.'],
])('%s: %s', (rule, message, sentence) => {
  expect(formatValidationSentence({ rule, ...(message !== undefined && { message }) })).toBe(sentence);
});
