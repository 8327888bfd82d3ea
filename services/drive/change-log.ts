/** The log of changes, from which `changes.list` reads. */
import { formatInstant, type JsonObject } from '../../mock/service.js';
import type { DriveCall } from './call.js';

export interface Change {
  readonly fileId: string;
  readonly removed: boolean;
  readonly time: string;
}

const toKey = (number: number): string => `change/${String(number).padStart(12, '0')}`;
const counterKey = 'changes';

/** Returns the number of the next change. */
export const getNextChange = (call: Pick<DriveCall, 'rows'>): number => call.rows('drive').get<number>(counterKey) ?? 1;

export function addChange(call: Pick<DriveCall, 'rows' | 'now'>, fileId: string, removed: boolean): void {
  const rows = call.rows('drive');
  const number = getNextChange(call);
  const change: Change = { fileId, removed, time: formatInstant(call.now) };
  rows.put(toKey(number), change);
  rows.put(counterKey, number + 1);
}

/** Returns the changes from a number on. Only the last change of a file counts. */
export function listChanges(call: Pick<DriveCall, 'rows'>, from: number): readonly (readonly [number: number, change: Change])[] {
  const changes = call
    .rows('drive')
    .list<JsonObject>('change/')
    .map(([key, change]) => [Number(key.slice('change/'.length)), change as unknown as Change] as const)
    .filter(([number]) => number >= from);
  const last = new Map(changes.map(([number, { fileId }]) => [fileId, number]));
  return changes.filter(([number, { fileId }]) => last.get(fileId) === number);
}
