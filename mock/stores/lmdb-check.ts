/**
 * Checks the data file of an LMDB database before it is opened. LMDB maps the file into memory and trusts it, so a page that is missing or
 * damaged would end the process with a signal.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';

const magic = 0xbeefc0de;
/** The version of the format that this module knows. Only LMDB checks others. */
const knownVersion = 2;
const metaFlag = 0x08;
/** The size of the header of a page. Positions of nodes count from its end. */
const headerSize = 24;
const metaSize = 168;
const nodeSize = 8;
const maxAttempts = 5;
const noPage = 0xffff_ffff_ffff_ffffn;

/** What is wrong with the file, if nobody has changed it in the meantime. */
class Damage extends Error {}

/** A tree of records: that of the free pages, or that of the content. */
interface Tree {
  readonly depth: number;
  readonly pages: { readonly branch: bigint; readonly leaf: bigint; readonly overflow: bigint };
  readonly entries: bigint;
  readonly root: bigint;
}

interface Meta {
  readonly pageSize: number;
  readonly version: number;
  readonly transaction: bigint;
  readonly trees: readonly Tree[];
}

/** Creates an error that says what to do. `problem`: what is damaged, and how. */
export function createDamageError(problem: string, cause: Error): Error {
  return new Error(`the store is damaged: ${problem}. Restore the folder from a copy, or remove it to start with a new store`, { cause });
}

/** Throws an error that says what to do if the file is damaged. Other processes may write to it in the meantime. */
export function checkDataFile(file: string): void {
  const descriptor = openSync(file, 'r');
  try {
    if (endianness() === 'LE') new DataFile(descriptor).check();
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    throw createDamageError(`${file} ${error.message}`, error);
  } finally {
    closeSync(descriptor);
  }
}

class DataFile {
  readonly #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  check(): void {
    for (let attempt = 1; ; attempt++) {
      const meta = this.#readMeta();
      if (meta.version !== knownVersion) return;
      try {
        return new TreeWalk(meta.pageSize, (position, size) => this.#read(position, size)).check(meta.trees, this.#size);
      } catch (error) {
        if (!(error instanceof Damage) || this.#readMeta().transaction === meta.transaction) throw error;
        // Another process has written in the meantime, which can reuse the pages of earlier versions. It works with the file.
        if (attempt === maxAttempts) return;
      }
    }
  }

  get #size(): number {
    return fstatSync(this.#descriptor).size;
  }

  /** Reads the newer one of the two meta pages. */
  #readMeta(): Meta {
    if (this.#size === 0) throw new Damage('is empty');
    const first = parseMeta(this.#read(0, metaSize));
    const second = parseMeta(this.#read(first.pageSize, metaSize));
    return second.transaction > first.transaction ? second : first;
  }

  #read(position: number, size: number): Buffer {
    const buffer = Buffer.alloc(size);
    const length = readSync(this.#descriptor, buffer, 0, size, position);
    if (length < size) throw new Damage(`is truncated: it ends before byte ${position + size}`);
    return buffer;
  }
}

function parseMeta(buffer: Buffer): Meta {
  const pageSize = buffer.readUInt32LE(48);
  const isMeta = (buffer.readUInt16LE(18) & metaFlag) !== 0 && buffer.readUInt32LE(24) === magic;
  const isPageSize = pageSize >= 256 && pageSize <= 65_536 && (pageSize & (pageSize - 1)) === 0;
  if (!isMeta || !isPageSize) throw new Damage('has no valid header of a database');
  const trees = [48, 96].map((at) => ({
    depth: buffer.readUInt16LE(at + 6),
    pages: { branch: buffer.readBigUInt64LE(at + 8), leaf: buffer.readBigUInt64LE(at + 16), overflow: buffer.readBigUInt64LE(at + 24) },
    entries: buffer.readBigUInt64LE(at + 32),
    root: buffer.readBigUInt64LE(at + 40),
  }));
  return { pageSize, version: buffer.readUInt32LE(28) & 0xffff, transaction: buffer.readBigUInt64LE(152), trees };
}

/** Follows all references to pages. */
class TreeWalk {
  readonly #pageSize: number;
  readonly #read: (position: number, size: number) => Buffer;
  /** Whether each page was reached. */
  #reached = new Uint8Array();
  #counts = { branch: 0, leaf: 0, overflow: 0, entries: 0 };

  constructor(pageSize: number, read: (position: number, size: number) => Buffer) {
    this.#pageSize = pageSize;
    this.#read = read;
  }

  check(trees: readonly Tree[], fileSize: number): void {
    this.#reached = new Uint8Array(Math.floor(fileSize / this.#pageSize));
    for (const { root, depth, pages, entries } of trees) {
      this.#counts = { branch: 0, leaf: 0, overflow: 0, entries: 0 };
      if (root !== noPage) this.#checkPage(root, depth);
      const { branch, leaf, overflow, entries: found } = this.#counts;
      const counts = [branch, leaf, overflow, found];
      if ([pages.branch, pages.leaf, pages.overflow, entries].some((expected, index) => expected !== BigInt(counts[index] ?? 0)))
        throw new Damage('lacks records');
    }
  }

  /** `depth`: the number of levels from the page to the leaves. */
  #checkPage(number: bigint, depth: number): void {
    const page = this.#readPage(number, 1n, this.#pageSize);
    const [lower, upper] = [page.readUInt16LE(20), page.readUInt16LE(22)];
    const isLeaf = depth === 1;
    const space = this.#pageSize - headerSize;
    this.#require((page.readUInt16LE(18) & 0xff) === (isLeaf ? 2 : 1) && lower <= upper && upper <= space && lower % 2 === 0, number);
    const count = lower / 2;
    this.#counts[isLeaf ? 'leaf' : 'branch'] += 1;
    if (isLeaf) this.#counts.entries += count;
    for (let index = 0; index < count; index++) {
      const at = page.readUInt16LE(headerSize + 2 * index);
      this.#require(at >= upper && at + nodeSize <= space, number);
      const node = page.subarray(headerSize + at);
      if (isLeaf) this.#checkRecord(node, number);
      else {
        this.#require(nodeSize + node.readUInt16LE(6) <= node.length, number);
        this.#checkPage(BigInt(node.readUIntLE(0, 6)), depth - 1);
      }
    }
  }

  #checkRecord(node: Buffer, number: bigint): void {
    const [size, flags, keySize] = [node.readUInt32LE(0), node.readUInt16LE(4), node.readUInt16LE(6)];
    const isLarge = flags === 1;
    this.#require(flags <= 1 && nodeSize + keySize + (isLarge ? 24 : size) <= node.length, number);
    if (!isLarge) return;
    const [first, pages] = [node.readBigUInt64LE(nodeSize + keySize), Math.floor((headerSize - 1 + size) / this.#pageSize) + 1];
    const page = this.#readPage(first, BigInt(pages), headerSize);
    this.#require((page.readUInt16LE(18) & 0xff) === 4 && page.readUInt32LE(20) >= pages, first);
    this.#counts.overflow += page.readUInt32LE(20);
  }

  /** Reads the beginning of the first one of several pages, which nothing else may refer to. */
  #readPage(number: bigint, count: bigint, size: number): Buffer {
    if (number + count > BigInt(this.#reached.length)) throw new Damage(`is truncated: it has no page ${number}`);
    const [first, end] = [Number(number), Number(number + count)];
    this.#require(first >= 2 && !this.#reached.subarray(first, end).includes(1), number);
    this.#reached.fill(1, first, end);
    const page = this.#read(first * this.#pageSize, size);
    this.#require(page.readBigUInt64LE(0) === number, number);
    return page;
  }

  #require(condition: boolean, page: bigint): void {
    if (!condition) throw new Damage(`has a damaged page ${page}`);
  }
}
