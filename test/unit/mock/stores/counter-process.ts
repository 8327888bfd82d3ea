/**
 * Increments a counter in the store that the first argument states, as often as the second argument says. Each transaction also writes the
 * value to 100 other keys, so that checkpoints replace commits often. Prints each value when it is committed.
 */
import { openStore } from '../../../../mock/stores/index.js';
import { LogStore } from '../../../../mock/store/log-store.js';
import type { StorePlace } from '../../../support/store-places.js';

const [text = '', times] = process.argv.slice(2);
const place = JSON.parse(text) as StorePlace;
const mockStore = await openStore(place.address, place);
const store = new LogStore(mockStore.openLog('default'));
for (let count = 0; count < Number(times); count++) {
  const value = await store.transaction((transaction) => {
    const next = Number(transaction.get('counter') ?? 0) + 1;
    transaction.put('counter', next);
    for (let index = 0; index < 100; index++) transaction.put(`copy-${index}`, next);
    return next;
  });
  process.stdout.write(`${value}\n`);
}
await mockStore.close();
