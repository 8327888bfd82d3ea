/** Computes the digests of content that is uploaded in several chunks, before and after its redaction. */
import { getHeader } from '../body.js';
import type { RecordedHeaders } from '../exchange.js';
import { ContentHash, type Digests } from './digests.js';

/** What is known of the first chunks of an upload. */
interface Content {
  readonly before: ContentHash;
  readonly after: ContentHash;
  readonly hasChanged: boolean;
}

interface Upload {
  readonly content: Content;
  /** The content without the last chunk, which a client can send again. */
  readonly previous: Content;
}

interface Chunk {
  readonly before: Buffer;
  /** Absent if the chunk was left out. */
  readonly after: Buffer | undefined;
}

interface ChunkPlace {
  /** The offset in the content before redaction. */
  readonly start: number;
  readonly isLast: boolean;
}

/** Of more uploads at the same time, the oldest is forgotten. */
const maxUploads = 1000;

export class ChunkedUploads {
  readonly #digests: Digests;
  /** By the URL of the upload. */
  readonly #uploads = new Map<string, Upload>();

  constructor(digests: Digests) {
    this.#digests = digests;
  }

  /** Adds the chunk that a request sends. After the last one, remembers the digests of the content. Returns whether it did so. */
  add({ url, headers }: { readonly url: string; readonly headers: RecordedHeaders }, { before, after }: Chunk): boolean {
    const place = readChunkPlace(headers);
    if (place === undefined || (place.start === 0 && place.isLast)) return false;
    const previous = this.#findContent(url, place.start);
    this.#uploads.delete(url);
    // After a gap, the digests are unknown.
    if (previous === undefined || after === undefined) return false;
    const content = {
      before: new ContentHash(previous.before).add(before),
      after: new ContentHash(previous.after).add(after),
      hasChanged: previous.hasChanged || !before.equals(after),
    };
    if (place.isLast) {
      if (content.hasChanged) this.#digests.addHashes(content.before, content.after);
      return content.hasChanged;
    }
    const [oldest] = this.#uploads.size >= maxUploads ? this.#uploads.keys() : [];
    if (oldest !== undefined) this.#uploads.delete(oldest);
    this.#uploads.set(url, { content, previous });
    return false;
  }

  /** Finds the content before an offset. */
  #findContent(url: string, offset: number): Content | undefined {
    if (offset === 0) return { before: new ContentHash(), after: new ContentHash(), hasChanged: false };
    const { content, previous } = this.#uploads.get(url) ?? {};
    return [content, previous].find((each) => each?.before.size === offset);
  }
}

/** Whether a request sends a chunk of an upload. */
export const isChunk = (headers: RecordedHeaders): boolean => readChunkPlace(headers) !== undefined;

function readChunkPlace(headers: RecordedHeaders): ChunkPlace | undefined {
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(getHeader(headers, 'content-range') ?? '') ?? [];
  if (start !== undefined) return { start: Number(start), isLast: Number(end) + 1 === Number(size) };
  const offset = getHeader(headers, 'x-goog-upload-offset');
  const command = getHeader(headers, 'x-goog-upload-command') ?? '';
  return offset === undefined ? undefined : { start: Number(offset), isLast: command.includes('finalize') };
}
