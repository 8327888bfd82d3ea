/** Savepoints of the state in a transaction. */
import type { State } from './state.js';

/** Returns a function that undoes all later changes of the transaction, and continues the generation of IDs from here. */
export function createSavepoint({ controls, transaction, cause }: State): () => void {
  controls.saveIds();
  const undoWrites = transaction.createSavepoint();
  const undoCause = cause.createSavepoint();
  return () => {
    undoWrites();
    undoCause();
    controls.reload();
  };
}
