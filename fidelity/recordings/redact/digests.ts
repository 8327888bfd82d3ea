/** Replaces the digests and sizes that messages state of content that changed, so that they fit the changed content. */
import { createHash, type Hash } from 'node:crypto';
import { computeCrc32c } from '../../../mock/shared.js';

/** Names of headers and fields that state the size of content, and its CRC32C as a number. */
const sizeName = /^(?:.*content-length|contentLength|size|sizeBytes|.*size_bytes)$/i;
const checksumName = /crc32c$/i;

interface ContentDigests {
  /** In all forms that are stated: in base64, and hexadecimal. */
  readonly texts: readonly string[];
  /** The CRC32C as a number. */
  readonly checksum: string;
}

/** Computes the digests of content that is added in parts. */
export class ContentHash {
  readonly #hashes: readonly Hash[];
  #checksum: number;
  #size: number;

  /** `start`: the hash of the content before. It stays as it is. */
  constructor(start?: ContentHash) {
    this.#hashes = start ? start.#hashes.map((hash) => hash.copy()) : ['md5', 'sha1', 'sha256'].map((algorithm) => createHash(algorithm));
    this.#checksum = start ? start.#checksum : 0;
    this.#size = start ? start.#size : 0;
  }

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  add(content: Buffer): this {
    for (const hash of this.#hashes) hash.update(content);
    this.#checksum = Buffer.from(computeCrc32c(content, this.#checksum)).readUInt32BE();
    this.#size += content.length;
    return this;
  }

  compute(): ContentDigests {
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(this.#checksum);
    const digests = [...this.#hashes.map((hash) => hash.copy().digest()), checksum];
    return { texts: digests.flatMap((digest) => [digest.toString('base64'), digest.toString('hex')]), checksum: String(this.#checksum) };
  }
}

/** Pairs of a number and its replacement. */
export interface StatedNumbers {
  readonly sizes: readonly (readonly [string, string])[];
  readonly checksums: readonly (readonly [string, string])[];
}

export class Digests {
  readonly #learn: (text: string, replacement: string) => void;
  readonly #sizes = new Map<string, string>();
  readonly #checksums = new Map<string, string>();

  /** `learn`: makes a digest known wherever it occurs. */
  constructor(learn: (text: string, replacement: string) => void) {
    this.#learn = learn;
  }

  /** Whether a text can state a changed size or number. */
  isStatedIn(text: string): boolean {
    const numbers = [...this.#sizes.keys(), ...this.#checksums.keys()];
    return numbers.length > maxSearched || numbers.some((number) => text.includes(number));
  }

  /** The replacements of all sizes and checksums. */
  get numbers(): StatedNumbers {
    return { sizes: [...this.#sizes], checksums: [...this.#checksums] };
  }

  learn({ sizes, checksums }: StatedNumbers): void {
    for (const [size, replacement] of sizes) remember(this.#sizes, size, replacement);
    for (const [checksum, replacement] of checksums) remember(this.#checksums, checksum, replacement);
  }

  /** Remembers that content changed. */
  add(before: Buffer, after: Buffer): void {
    this.addHashes(new ContentHash().add(before), new ContentHash().add(after));
  }

  /** Remembers that content changed, given its hashes. */
  addHashes(before: ContentHash, after: ContentHash): void {
    const [stated, own] = [before.compute(), after.compute()];
    for (const [index, digest] of stated.texts.entries()) this.#learn(digest, own.texts[index] ?? digest);
    if (before.size !== after.size) remember(this.#sizes, String(before.size), String(after.size));
    remember(this.#checksums, stated.checksum, own.checksum);
  }

  /** Returns what replaces a number under a name, or `undefined`. */
  find(name: string, value: string): string | undefined {
    if (this.#sizes.size === 0 && this.#checksums.size === 0) return undefined;
    if (sizeName.test(name)) return this.#sizes.get(value);
    return checksumName.test(name) ? this.#checksums.get(value) : undefined;
  }
}

const maxRemembered = 10_000;
/** Searching for more numbers would take longer than reading the text. */
const maxSearched = 30;

function remember(map: Map<string, string>, key: string, value: string): void {
  if (map.size >= maxRemembered) map.clear();
  map.set(key, value);
}
