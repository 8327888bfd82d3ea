/** The memory that the unfinished uploads of all sessions may take together. */
import { HttpError } from '../lib/http-error.js';
import { estimateSize } from '../lib/json-size.js';
import { getMember, type Json } from '../lib/json.js';
import type { Entry } from '../store/store.js';

interface UploadOwner {
  /** About how many bytes its uploads take. */
  readonly uploadBytes: number;
}

/** What an upload counts at least, in bytes. Limits the number of uploads. */
const minUploadSize = 4096;

export class UploadBudget {
  readonly #limit: number;
  readonly #owners = new Set<UploadOwner>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts the uploads of a session. */
  add(owner: UploadOwner): UploadShare {
    this.#owners.add(owner);
    const measureOthers = (): number => [...this.#owners].reduce((size, each) => size + (each === owner ? 0 : each.uploadBytes), 0);
    return { limit: this.#limit, measureOthers, close: () => void this.#owners.delete(owner) };
  }
}

/** The budget as one session uses it. */
export interface UploadShare {
  readonly limit: number;
  /** Returns about how many bytes the uploads of the other sessions take. */
  readonly measureOthers: () => number;
  /** Stops to count the uploads of the session. */
  readonly close: () => void;
}

/** Returns about how many bytes the rows of uploads take. */
export function measureUploads(rows: readonly Entry[]): number {
  return rows.reduce((size, [, row]) => size + measureUpload(row), 0);
}

function measureUpload(row: Json): number {
  return Math.max(minUploadSize, estimateSize(row));
}

/** The part of a state that contains uploads. */
interface UploadRows {
  listRows(kind: 'upload'): readonly Entry[];
  deleteRow(kind: 'upload', name: string): void;
}

interface UploadWrite {
  readonly id: string;
  readonly row: Json;
  readonly share: UploadShare;
}

const howToRaise = 'raise the limit (--max-uploads, or maxUploads in code)';

/**
 * Makes room for an upload: deletes those that are complete, which only answer a repeated last chunk. Throws 413 if the upload is larger
 * than the limit, and 429 if all uploads together are.
 */
export function makeRoomForUpload(state: UploadRows, { id, row, share }: UploadWrite): void {
  const { limit } = share;
  const size = measureUpload(row);
  // A complete upload has stored its content.
  const mustFit = !isComplete(row);
  const declared = Math.ceil((Number(getMember(row, 'size') ?? 0) / 3) * 4);
  if (mustFit && Math.max(size, declared) > limit) {
    const message = `The upload is larger than the maximum of ${limit} bytes in base64 for unfinished uploads. Send less, or ${howToRaise}.`;
    throw new HttpError('uploadTooLarge', { message, rule: 'maxUploads' });
  }
  const rows = state.listRows('upload').filter(([name]) => name !== id);
  const others = share.measureOthers();
  if (others + measureUploads(rows) + size <= limit) return;
  const [complete, unfinished] = [rows.filter(([, each]) => isComplete(each)), rows.filter(([, each]) => !isComplete(each))];
  for (const [name] of complete) state.deleteRow('upload', name);
  if (!mustFit || others + measureUploads(unfinished) + size <= limit) return;
  const message = `The unfinished uploads of the mock would have more than ${limit} bytes in base64. Finish them, cancel them with DELETE, or ${howToRaise}.`;
  throw new HttpError('rateLimitExceeded', { message, rule: 'maxUploads' });
}

function isComplete(row: Json): boolean {
  return getMember(row, 'response') !== undefined;
}
