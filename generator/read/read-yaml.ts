/** Reads YAML 1.2 with the core schema: one document, without tags, anchors, merge keys, and directives. Reports several errors in one run. */
import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  Parser,
  type CST,
  type Document,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { createDiagnostic, type DiagnosticCode, type Diagnostic, type Params } from '../lib/diagnostics.js';
import { isObject, setMember, type Json, type JsonObject, type Pointer } from '../lib/json.js';
import { describeKind, type ReadResult, type SourceText, type Specification } from '../language/specification.js';
import { findOffsetInText, type TextStyle } from './text-offset.js';
import { findSyntaxProblems } from './yaml-problems.js';

/** Bounds the number of diagnostics, because a broken text can have an error in each line. */
const maxSyntaxErrors = 50;

export function readYaml(source: SourceText): ReadResult {
  const { document, diagnostics } = readYamlDocument(source);
  if (document === undefined) return { diagnostics };
  const { value, at } = document;
  if (isObject(value)) return { specification: { path: source.path, value, at }, diagnostics };
  if (diagnostics.length > 0) return { diagnostics };
  return { diagnostics: [createDiagnostic('not-a-mapping', { found: describeKind(value) }, source.locate(0))] };
}

/** A YAML text with any value at its root. */
export interface YamlDocument {
  readonly value: Json;
  readonly at: Specification['at'];
}

/** `document` is absent if the text can't be processed further. */
export function readYamlDocument(source: SourceText): { readonly document?: YamlDocument; readonly diagnostics: readonly Diagnostic[] } {
  const reader = new YamlReader(source);
  const { diagnostics } = reader;
  const document = reader.parse();
  // After a syntax error, keys may not be what the author meant.
  if (document === undefined || document.errors.length > 0) return { diagnostics };
  if (document.directives?.yaml.explicit === true)
    reader.report(0, 'unsupported-yaml', { feature: 'directives', instead: 'leave out the line that begins with "%"' });
  const value = reader.convert(document.contents);
  if (reader.lacksValues) return { diagnostics };
  return { document: { value, at: createLocate(source, document.contents) }, diagnostics };
}

/** `!!binary`, and `!binary`, which Ruby writes. */
const binaryTags: ReadonlySet<string> = new Set(['tag:yaml.org,2002:binary', '!binary']);

/** Lexer tokens that begin a value or a key. */
const beginning = /^(?:[\u001f[{-]$|["'])/;

/** Returns `undefined` if there are too many values. Stops early because each value costs the parser a kilobyte. */
function readTokens({ text, elements }: SourceText): readonly CST.Token[] | undefined {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let valueCount = 0;
  for (const word of new Lexer().lex(text)) {
    valueCount += beginning.test(word) ? 1 : 0;
    // A pair has two values.
    if (valueCount > 2 * elements + 2) return undefined;
    for (const token of parser.next(word)) tokens.push(token);
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

/** Returns the first offset that nests deeper than `limit`, or the number of values. Iterates by level, without recursion. */
function measure(tokens: readonly CST.Token[], limit: number): { readonly tooDeep?: number; readonly elements: number } {
  let elements = 0;
  let level: CST.Token[] = tokens.flatMap((token) => (token.type === 'document' && token.value !== undefined ? [token.value] : []));
  for (let depth = 0; level.length > 0; depth++) {
    const collections = level.filter((token) => 'items' in token);
    if (depth >= limit && collections[0] !== undefined) return { tooDeep: collections[0].offset, elements };
    elements += collections.reduce((sum, { items }) => sum + items.length, depth === 0 ? 1 : 0);
    level = collections.flatMap((token) =>
      token.items.flatMap(({ key, value }) => [key, value].filter((part) => part !== undefined && part !== null)),
    );
  }
  return { elements };
}

/** A value that aliases repeat, the number of values in it, and of their characters. */
interface AnchoredValue {
  readonly value: Json;
  readonly count: number;
  readonly size: number;
}

/** Reads one text, and collects its diagnostics. */
class YamlReader {
  readonly diagnostics: Diagnostic[] = [];
  /** Whether the data lacks the values of aliases, which would lead to further errors. */
  lacksValues = false;
  /** The numbers of values and characters that were read, and repeated by aliases. */
  #count = 0;
  #size = 0;
  readonly #anchors = new Map<string, AnchoredValue>();

  constructor(private readonly source: SourceText) {}

  /** Returns `undefined` if the text has too many elements, or is nested too deeply for the parser, which is recursive. */
  parse(): Document.Parsed | undefined {
    const { source } = this;
    const tokens = readTokens(source);
    if (tokens === undefined) {
      this.report(0, 'too-many', { elements: `more than ${source.elements}`, limit: source.elements });
      return undefined;
    }
    const { tooDeep, elements } = measure(tokens, source.depth);
    if (tooDeep !== undefined) this.report(tooDeep, 'too-deep', { limit: source.depth });
    else if (elements > source.elements) this.report(0, 'too-many', { elements, limit: source.elements });
    if (tooDeep !== undefined || elements > source.elements) return undefined;
    // The converter detects duplicate keys. The composer compares all pairs, which takes quadratic time.
    const composer = new Composer({ version: '1.2', schema: 'core', merge: false, uniqueKeys: false, stringKeys: false });
    const [first, second] = [...composer.compose(tokens, true, source.text.length)];
    const broken = { errors: first?.errors.slice(0, maxSyntaxErrors) ?? [], tokens, text: source.text };
    for (const { offset, problem } of findSyntaxProblems(broken)) this.report(offset, 'syntax', { problem });
    if (second !== undefined)
      this.report(second.range[0], 'unsupported-yaml', { feature: 'several documents in one file', instead: 'write one file for each' });
    return first;
  }

  /** Converts the parser's tree to plain data. */
  convert(node: Node | null): Json {
    if (node === null) return null;
    if (isAlias(node)) {
      const anchored = this.#anchors.get(node.source);
      if (anchored !== undefined) return this.#repeat(node, anchored);
      this.lacksValues = true;
      this.report(node, 'unsupported-yaml', {
        feature: 'aliases',
        instead: 'write the value out, or make it a schema and refer to it with $ref',
      });
      return null;
    }
    const [count, size] = [this.#count, this.#size];
    this.#count += 1;
    this.#size += isScalar(node) ? (node.source?.length ?? 0) : 0;
    const value = this.convertContent(node);
    if (this.allowsProperties && 'anchor' in node && typeof node.anchor === 'string')
      this.#anchors.set(node.anchor, { value, count: this.#count - count, size: this.#size - size });
    return value;
  }

  private convertContent(node: Node): Json {
    if (isScalar(node) && this.isBinary(node)) return this.source.readBinary?.(node.source ?? '') ?? null;
    this.rejectProperties(node);
    if (isMap(node)) return this.convertMapping(node);
    if (isSeq(node)) return node.items.map((item) => this.convert(item as Node | null));
    return isScalar(node) ? this.convertScalar(node) : null;
  }

  /** Returns the value of an anchor again. What is repeated counts, because aliases of aliases multiply it. */
  #repeat(node: Node, { value, count, size }: AnchoredValue): Json {
    const { elements, size: maxSize = Infinity } = this.source;
    this.#count += count;
    this.#size += size;
    if (this.#count <= elements && this.#size <= maxSize) return value;
    if (this.lacksValues) return null;
    this.lacksValues = true;
    if (this.#count > elements) this.report(node, 'too-many', { elements: `more than ${elements}`, limit: elements });
    else this.report(node, 'too-large', { size: `more than ${maxSize} with those that aliases repeat`, limit: maxSize });
    return null;
  }

  /** Whether values can have tags and anchors, which programs write. */
  private get allowsProperties(): boolean {
    return this.source.readBinary !== undefined;
  }

  private isBinary(node: Scalar): boolean {
    return this.allowsProperties && binaryTags.has(node.tag ?? '');
  }

  private convertMapping(node: YAMLMap): JsonObject {
    const result: Record<string, Json> = {};
    const seen = new Map<string, number>();
    for (const pair of node.items as Pair<Node | null, Node | null>[]) {
      const key = this.convertKey(pair.key, node);
      if (key === undefined) continue;
      const first = seen.get(key);
      const offset = getOffset(pair.key ?? node);
      if (first !== undefined) this.report(pair.key ?? node, 'duplicate-key', { key, line: this.source.locate(first).line });
      else {
        seen.set(key, offset);
        setMember(result, key, this.convert(pair.value));
      }
    }
    return result;
  }

  private convertKey(node: Node | null, owner: Node): string | undefined {
    if (isScalar(node) && node.value !== null) {
      if (this.isBinary(node)) return Buffer.from(node.source ?? '', 'base64').toString('utf8');
      this.rejectProperties(node);
      if (node.value === '<<') {
        this.lacksValues = true;
        this.report(node, 'unsupported-yaml', { feature: 'merge keys', instead: 'write the members out' });
      }
      return getKeyText(node);
    }
    if (node !== null && isAlias(node)) this.report(node, 'unsupported-yaml', { feature: 'aliases', instead: 'write the key out' });
    else this.report(node ?? owner, 'unsupported-yaml', { feature: 'keys that are empty, lists or mappings', instead: 'use a string' });
    return undefined;
  }

  private convertScalar(node: Scalar): Json {
    const { value } = node;
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') {
      if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
        this.report(node, 'inexact-number', { text: node.source ?? String(value) });
      return Number.isFinite(value) ? value : String(value);
    }
    return null;
  }

  private rejectProperties(node: Node): void {
    if (this.allowsProperties) return;
    if ('anchor' in node && typeof node.anchor === 'string')
      this.report(node, 'unsupported-yaml', { feature: 'anchors', instead: 'write the value out where it is needed' });
    if (typeof node.tag === 'string')
      this.report(node, 'unsupported-yaml', { feature: 'tags', instead: 'quote a value that must be a string' });
  }

  report<C extends DiagnosticCode>(at: Node | number, code: C, params: Params<C>): void {
    const offset = typeof at === 'number' ? at : getOffset(at);
    this.diagnostics.push(createDiagnostic(code, params, this.source.locate(offset)));
  }
}

function getOffset(node: Node): number {
  return node.range?.[0] ?? 0;
}

/** Returns a key as written, even if YAML would read it as a number or a boolean. */
function getKeyText(node: Scalar): string {
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
}

function createLocate(source: SourceText, root: Node | null): Specification['at'] {
  const indexes = new WeakMap<YAMLMap, ReadonlyMap<string, LocatedNode>>();
  const getParts = (map: YAMLMap): ReadonlyMap<string, LocatedNode> => {
    const parts = indexes.get(map) ?? indexPairs(map);
    indexes.set(map, parts);
    return parts;
  };
  return (pointer: Pointer, part = 'value', index?: number) => {
    let node = root;
    let offset = node === null ? 0 : getOffset(node);
    let key = offset;
    for (const segment of pointer) {
      const next = isMap(node) ? getParts(node).get(String(segment)) : isSeq(node) ? toPart(node.items[Number(segment)]) : undefined;
      if (next === undefined) return source.locate(key);
      ({ key, offset } = next);
      node = next.value;
    }
    if (part === 'key') return source.locate(key);
    return source.locate(offset + (index !== undefined && isScalar(node) ? findOffsetInScalar(source.text, node, index) : 0));
  };
}

const styles: Readonly<Record<string, TextStyle>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'block',
  BLOCK_FOLDED: 'block',
};

function findOffsetInScalar(text: string, { value, type = 'PLAIN', range }: Scalar, index: number): number {
  if (typeof value !== 'string' || !range) return 0;
  return findOffsetInText({ source: text.slice(range[0], range[1]), style: styles[type] ?? 'plain', value }, index);
}

interface LocatedNode {
  readonly key: number;
  readonly offset: number;
  readonly value: Node | null;
}

function toPart(item: unknown): LocatedNode | undefined {
  if (item === undefined || item === null) return undefined;
  const node = item as Node;
  return { key: getOffset(node), offset: getOffset(node), value: node };
}

function indexPairs(map: YAMLMap): Map<string, LocatedNode> {
  const parts = new Map<string, LocatedNode>();
  for (const { key, value } of map.items as Pair<Node | null, Node | null>[]) {
    if (!isScalar(key) || parts.has(getKeyText(key))) continue;
    const offset = getOffset(key);
    // An empty value has no position, so the position of its key is used.
    const empty = value === null || (isScalar(value) && value.source === '' && value.value === null);
    parts.set(getKeyText(key), { key: offset, offset: empty ? offset : getOffset(value), value });
  }
  return parts;
}
