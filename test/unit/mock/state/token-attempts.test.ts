/** The limit of wrong admin tokens. */
import { expect, it } from 'vitest';
import { TokenAttempts } from '../../../../mock/state/token-attempts.js';

it('counts each address by itself', () => {
  const attempts = new TokenAttempts(() => 0);
  for (let count = 0; count < 10; count++) expect(attempts.countWrong('a')).toBeUndefined();
  expect([attempts.countWrong('a'), attempts.countWrong('b')]).toEqual([60, undefined]);
});

it('remembers the last 1000 addresses', () => {
  const attempts = new TokenAttempts(() => 0);
  const exhaust = (address: string): void => {
    for (let count = 0; count < 10; count++) attempts.countWrong(address);
  };
  exhaust('first');
  exhaust('second');
  for (let index = 0; index < 999; index++) attempts.countWrong(`address-${index}`);
  expect([attempts.countWrong('second'), attempts.countWrong('first')]).toEqual([60, undefined]);
});
