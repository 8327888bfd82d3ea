/** Redacts content by its form: JSON, lines of JSON, forms, several parts, compressed files, text, and what is encoded in it. */
import { memoizeByText } from '../../../generator/lib/memoize.js';
import { canBeCompressed, decompress, isGzip } from './compression.js';
import type { Digests } from './digests.js';
import { isJson, parseJsonNodes, type JsonMember, type JsonNode, type JsonScalar } from './json-nodes.js';
import {
  findArguments,
  findDescribedMembers,
  findNamedItems,
  findRows,
  isReference,
  isSecretName,
  type NodeSecrets,
  noSecrets,
} from './json-secrets.js';
import { type BodyPart, listParts, readPartName, readPartType } from './multipart.js';
import { isDescription } from './read-value.js';
import { isCount, isSecretField, isSecretHeader, isSecretParameter } from './secret-names.js';
import { type FoundSecret, tokenHint } from './secrets.js';
import { TextEdits } from './text-edits.js';
import { detectTextEncoding } from './text-encoding.js';
import type { TextRedactor } from './text-redactor.js';
import { findSuspiciousParts, findTrigger, minRunLength, TriggerCursor, type TriggerKind } from './triggers.js';

/** How deeply encodings are followed: base64, gzip, and JSON in strings. */
const maxEncodings = 5;
/** The maximum size of a value in base64, in characters. */
const maxEncodedLength = 16 * 1024 * 1024;
/** Shorter texts in base64 are too short for a secret. */
const minEncodedLength = minRunLength;
const maxCached = 10_000;
const maxCachedLength = 1000;

const projectFields = /^(?:\w*[pP]roject(?:_?[iI]d|_?[nN]umber|Id_?OrNumber)?)$/;
const formType = /^application\/x-www-form-urlencoded/i;
/** The name of a resource. The resource can contain a secret, but its name is none. */
const resourceName = /^(?:(?:https?:)?\/\/[\w.]+\/)?(?:[\w.-]+\/)*projects\/[\w./:-]+$/;
/** A count of tokens as a text, and other values without a secret. */
const plainValue = /^(?:true|false|null|none|undefined)?$/i;

/** What the name of a field says about its value. */
interface KeyClass {
  readonly isSecret: boolean;
  readonly isProject: boolean;
  readonly isAccount: boolean;
  /** Whether the value can be the name of a secret, or a secret whose name is another value. */
  readonly isName: boolean;
  readonly isValue: boolean;
  /** Whether it can be the name of a field, and not a key of a map. */
  readonly isField: boolean;
}

const classifyKey = memoizeByText(
  (key): KeyClass => ({
    isSecret: isSecretField(key),
    isProject: projectFields.test(key),
    isAccount: key === 'accountId' || key === 'account_id',
    isName: nameKeys.has(key.toLowerCase()) || /(?:[a-z\d](?:Name|Key)|_(?:name|key))$/.test(key),
    isValue: valueKeys.has(key.toLowerCase()) || /(?:[a-z\d]Value|_value)$/.test(key),
    isField: /^[A-Za-z_$][\w$]{0,39}$/.test(key) && !tokenHint.test(key),
  }),
  10_000,
);

/** Where a value is. */
interface Place {
  readonly key: string;
  /** Whether it is a secret because of a name around it. */
  readonly isSecret: boolean;
  readonly depth: number;
  /** Whether it is an item of a list, and not a count. */
  readonly isItem: boolean;
  /** The secrets that other values identify. */
  readonly secrets: NodeSecrets;
  /** What a range of the text must contain to be read. */
  readonly triggers: Pick<TriggerCursor, 'isIn'>;
}

export class ContentRedactor {
  readonly #texts: TextRedactor;
  readonly #digests: Digests;
  /** The results for short texts, by depth. Values occur often in the same traffic. */
  readonly #caches = Array.from({ length: maxEncodings + 2 }, () => new Map<string, string>());
  #cacheCount = 0;

  constructor(texts: TextRedactor, digests: Digests) {
    this.#texts = texts;
    this.#digests = digests;
  }

  /** Redacts a text of any form. */
  redactContent(text: string, contentType: string, depth = 0): string {
    if (formType.test(contentType)) return this.redactPairs(text, depth);
    const parts = listParts(text, contentType);
    if (parts.length > 0) return this.#redactParts(text, parts, { depth, encoding: 'utf8' });
    return this.#redactJsonText(text, depth) ?? this.redactText(text, depth);
  }

  /** Redacts bytes. Returns the same object if they aren't a text, or nothing in them changes. */
  redactBytes(bytes: Buffer, contentType: string, depth = 0): Buffer {
    const encoding = isGzip(bytes) ? undefined : detectTextEncoding(bytes);
    if (encoding !== undefined) {
      const text = bytes.toString(encoding);
      const redacted = this.redactContent(text, contentType, depth);
      return redacted === text ? bytes : Buffer.from(redacted, encoding);
    }
    const text = bytes.toString('latin1');
    const parts = listParts(text, contentType);
    if (parts.length === 0) return this.#redactCompressed(bytes, contentType, depth);
    const redacted = this.#redactParts(text, parts, { depth, encoding: 'latin1' });
    return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
  }

  /** Whether bytes contain something that isn't a text. */
  hasBinary(bytes: Buffer, contentType: string, depth = 0): boolean {
    const content = isGzip(bytes) && depth < maxEncodings ? decompress(bytes)?.content : undefined;
    if (content !== undefined) return this.hasBinary(content, contentType, depth + 1);
    if (detectTextEncoding(bytes) !== undefined) return false;
    const parts = listParts(bytes.toString('latin1'), contentType);
    return (
      parts.length === 0 || parts.some(({ head, start, end }) => this.hasBinary(bytes.subarray(start, end), readPartType(head), depth + 1))
    );
  }

  /** Returns the same object if the bytes can't be decompressed, or nothing in them changes. */
  #redactCompressed(bytes: Buffer, contentType: string, depth: number): Buffer {
    const compressed = depth < maxEncodings ? decompress(bytes) : undefined;
    if (compressed === undefined) return bytes;
    const redacted = this.redactBytes(compressed.content, contentType, depth + 1);
    return redacted === compressed.content ? bytes : compressed.compress(redacted);
  }

  /** `encoding`: from the bytes of the body to the text. */
  #redactParts(
    text: string,
    parts: readonly BodyPart[],
    { depth, encoding }: { readonly depth: number; readonly encoding: 'utf8' | 'latin1' },
  ): string {
    const edits = new TextEdits(text);
    for (const { head, headStart, start, end } of parts) {
      const name = readPartName(head);
      const type = readPartType(head);
      edits.add(headStart, headStart + head.length, (own) => this.redactText(own, depth));
      const isSecret = name !== undefined && (isSecretParameter(name) || isSecretHeader(name));
      edits.add(start, end, (own) => {
        if (isSecret) return this.#replaceSecret(own, depth);
        const before = Buffer.from(own, encoding);
        const after = depth < maxEncodings ? this.redactBytes(before, type, depth + 1) : before;
        if (after === before) return own;
        this.#digests.add(before, after);
        return after.toString(encoding);
      });
    }
    return edits.apply(copy);
  }

  /** Redacts a text without a known form, and what is encoded in it. */
  redactText(text: string, depth = 0): string {
    if (text === '') return text;
    if (!this.#texts.hasOwnPatterns && findTrigger(text) < 0) return this.#texts.replaceKnown(text, 0, text.length);
    if (text.length > maxCachedLength) return this.#redactText(text, depth);
    const cache = this.#caches[depth] as Map<string, string>;
    const { knownCount } = this.#texts;
    if (this.#cacheCount !== knownCount) for (const each of this.#caches) each.clear();
    else if (cache.size > maxCached) cache.clear();
    this.#cacheCount = knownCount;
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const result = this.#redactText(text, depth);
    if (this.#texts.knownCount === knownCount) cache.set(text, result);
    return result;
  }

  #redactText(text: string, depth: number): string {
    const edits = new TextEdits(text);
    for (const [start, end] of this.#findParts(text, 'secret')) {
      const part = new TextEdits(text.slice(start, end));
      this.#collectSecrets(text.slice(start, end), part, depth);
      edits.append(part, start);
    }
    for (const [start, end] of this.#findParts(text, 'place'))
      this.#texts.collectPlaces(text.slice(start, end), (from, to, replace) => edits.add(from + start, to + start, replace));
    return edits.apply(this.#texts.replaceKnown);
  }

  /** Finds the parts of a long text that can contain what triggers of a kind identify. A short text is one part. */
  #findParts(text: string, kind: TriggerKind): Iterable<readonly [start: number, end: number]> {
    if (this.#texts.hasOwnPatterns) return [[0, text.length]];
    if (text.length > maxCachedLength) return findSuspiciousParts(text, kind);
    return findTrigger(text, { kind }) < 0 ? [] : [[0, text.length]];
  }

  #collectSecrets(text: string, edits: TextEdits, depth: number): void {
    if (depth < maxEncodings) {
      this.#collectLines(text, edits, depth);
      this.#collectEncoded(text, edits, depth);
      edits.settle();
    }
    this.#texts.collectSecrets(text, edits, (secret) => this.#replaceSecret(secret, depth));
  }

  /** Adds the changes of lines that are JSON. */
  #collectLines(text: string, edits: TextEdits, depth: number): void {
    if (!/[\r\n]|^data:|\)\]\}'/.test(text)) return;
    for (const { index, 0: line, groups } of text.matchAll(jsonLine)) {
      const json = groups?.['json'] ?? '';
      const redacted = this.#redactJsonText(json, depth);
      const end = index + line.length;
      // What only looks like JSON, such as `tokens: [a, b]`, is read as text.
      if (redacted !== undefined && (redacted !== json || isJson(json))) edits.add(end - json.length, end, () => redacted);
    }
  }

  /** Adds the changes of percent-encoded text, and of base64, also in several lines. */
  #collectEncoded(text: string, edits: TextEdits, depth: number): void {
    if (percentHint.test(text))
      for (const { index, 0: word } of text.matchAll(percentEncoded)) {
        const redacted = word.includes('%') ? mapEncoded(word, (decoded) => this.redactContent(decoded, '', depth + 1)) : word;
        if (redacted !== word) edits.add(index, index + word.length, () => redacted);
      }
    if (!encodedHint.test(text)) return;
    for (const pattern of [wrappedBase64, base64Word])
      for (const { index, 0: word } of text.matchAll(pattern)) {
        const redacted = this.#redactEncoded(word, depth);
        if (redacted !== undefined) edits.add(index, index + word.length, () => redacted);
      }
  }

  /** Redacts a query or a form. */
  redactPairs(text: string, depth = 0): string {
    return text
      .split('&')
      .map((pair) => {
        const at = pair.indexOf('=');
        if (at < 0) return mapEncoded(pair, (value) => this.redactText(value, depth));
        const name = decode(pair.slice(0, at)).replace(/\[\d{0,4}\]$/, '');
        return pair.slice(0, at + 1) + mapEncoded(pair.slice(at + 1), (value) => this.#redactParameter(name, value, depth));
      })
      .join('&');
  }

  #redactParameter(name: string, value: string, depth: number): string {
    if (isSecretParameter(name)) return this.#replaceSecret(value, depth);
    if (projectFields.test(name)) return this.#texts.replaceProject(value);
    return this.#digests.find(name, value) ?? this.#redactJsonText(value, depth) ?? this.redactText(value, depth);
  }

  /** Returns `undefined` if the text isn't an object or a list in JSON. */
  #redactJsonText(text: string, depth: number, isSecret = false): string | undefined {
    if (depth > maxEncodings || !jsonStart.test(text)) return undefined;
    return this.redactJson(text, depth, isSecret);
  }

  /** Redacts JSON. Returns `undefined` if the text isn't valid JSON. */
  redactJson(text: string, depth = 0, isSecret = false): string | undefined {
    const readsAll = isSecret || this.#texts.hasOwnPatterns || this.#digests.isStatedIn(text);
    if (!readsAll && findTrigger(text) < 0) return this.#texts.replaceKnown(text, 0, text.length);
    const root = parseJsonNodes(text);
    if (root === undefined) return undefined;
    const edits = new TextEdits(text);
    const triggers = readsAll ? { isIn: () => true } : new TriggerCursor(text);
    this.#collectNode(root, { key: '', isSecret, depth, isItem: false, secrets: noSecrets, triggers }, edits);
    return edits.apply(this.#texts.replaceKnown);
  }

  #collectNode(node: JsonNode, place: Place, edits: TextEdits): void {
    if (node.kind !== 'object' && node.kind !== 'array') this.#collectScalar(node, place, edits);
    else if (!place.isSecret && place.secrets.size === 0 && !place.triggers.isIn(node.start, node.end)) return;
    else if (node.kind === 'object') this.#collectMembers(node.members, place, edits);
    else this.#collectItems(node.items, place, edits);
  }

  #collectScalar(node: JsonScalar, place: Place, edits: TextEdits): void {
    const { start, end, value, kind } = node;
    if (kind === 'literal') return;
    const own = place.secrets.get(node);
    const isSecret = place.isSecret || own?.length === 0;
    const result =
      kind === 'number'
        ? this.#redactNumber(value, { ...place, isSecret })
        : own !== undefined && !isSecret
          ? this.#redactRanges(value, own, place.depth)
          : this.#redactValue(value, { ...place, isSecret });
    if (result !== value) edits.add(start, end, () => (kind === 'number' ? result : JSON.stringify(result)));
  }

  /** Replaces the secrets in a value, and redacts the text between them. */
  #redactRanges(value: string, ranges: readonly FoundSecret[], depth: number): string {
    const edits = new TextEdits(value);
    for (const [start, end] of ranges) edits.add(start, end, (secret) => this.#replaceSecret(secret, depth));
    return edits.apply((text, start, end) => this.redactText(text.slice(start, end), depth));
  }

  #collectItems(items: readonly JsonNode[], place: Place, edits: TextEdits): void {
    // The lines of a key.
    const isKey = items.some((item) => item.kind === 'string' && /-BEGIN [A-Z\d ]{0,40}PRIVATE KEY/.test(item.value));
    const secrets = joinSecrets(place.secrets, [findNamedItems(items), findArguments(items), findRows(items)]);
    for (const [index, item] of items.entries()) {
      const before = items[index - 1];
      const isArgument =
        before?.kind === 'string' &&
        before.value.startsWith('-') &&
        (isSecretField(before.value) || (isUserOption.test(before.value) && item.kind === 'string' && /^[^:]+:(?!\/\/)/.test(item.value)));
      this.#collectNode(item, { ...place, isItem: true, secrets, isSecret: place.isSecret || isArgument || isKey }, edits);
    }
  }

  #collectMembers(members: readonly JsonMember[], place: Place, edits: TextEdits): void {
    const has = (name: string, text?: string): boolean =>
      members.some(({ key, value }) => key.value === name && (text === undefined || (value.kind === 'string' && value.value === text)));
    const isNamed = members.some(({ key, value }) => value.kind === 'string' && classifyKey(key.value).isName && isSecretName(value.value));
    const isKubernetes = has('kind', 'Secret');
    const isKey = has('kty');
    const isSensitive = members.some(({ key, value }) => key.value === 'sensitive' && value.kind === 'literal' && value.value === 'true');
    const isHeaders = /headers?$/i.test(place.key);
    const secrets = joinSecrets(place.secrets, [findDescribedMembers(members)]);
    for (const { key, value } of members) {
      const name = key.value;
      const own = classifyKey(name);
      const changed = this.#redactKey(name, place);
      if (changed !== name) edits.add(key.start, key.end, () => JSON.stringify(changed));
      const isSecret =
        (place.isSecret && !(value.kind === 'string' && isDescription(name))) ||
        (own.isSecret && !isReference(name, { has, value })) ||
        (isNamed && own.isValue) ||
        (isSensitive && own.isValue) ||
        (isHeaders && isSecretHeader(name)) ||
        (isKubernetes && /^(?:data|stringData)$/.test(name)) ||
        (isKey && privateKeyMembers.has(name));
      this.#collectNode(value, { ...place, key: name, isItem: false, secrets, isSecret }, edits);
    }
  }

  /** Keeps the name of a field, unless it has the form of a token. Redacts other keys, because keys of maps can be email addresses. */
  #redactKey(key: string, { depth }: Place): string {
    return classifyKey(key).isField ? this.#texts.redactMatches(this.#texts.replaceKnown(key, 0, key.length)) : this.redactText(key, depth);
  }

  #redactNumber(value: string, { key, isSecret, isItem }: Place): string {
    if (isSecret && (isItem || !isCount(key))) return this.#texts.replaceNumber(value);
    if (classifyKey(key).isProject && /^\d+$/.test(value)) return this.#texts.replaceProject(value);
    return this.#digests.find(key, value) ?? this.#texts.redactNumber(value);
  }

  #redactValue(value: string, { key, isSecret, isItem, depth }: Place): string {
    if (value === '') return value;
    if (isSecret && !(!isItem && isCount(key) && /^\d{1,10}$/.test(value))) return this.#replaceSecret(value, depth);
    const own = classifyKey(key);
    if (own.isAccount) {
      const account = this.#texts.replaceAccount(value);
      if (account !== value) return account;
    }
    if (own.isProject) return this.#texts.replaceProject(value);
    return this.#digests.find(key, value) ?? this.#redactJsonText(value, depth + 1) ?? this.redactText(value, depth);
  }

  /** Replaces a value that its name identifies as a secret. What contains several values, such as a key file, keeps its form. */
  #replaceSecret(value: string, depth: number): string {
    if (resourceName.test(value) || plainValue.test(value)) return this.redactText(value, depth);
    if (depth < maxEncodings) {
      const json = this.#redactJsonText(value, depth + 1, true);
      if (json !== undefined) return json;
      if (/PRIVATE KEY/.test(value)) return this.redactText(value, depth + 1);
      const decoded = decodeBase64(value);
      if (decoded !== undefined && /^\s*[[{]|PRIVATE KEY/.test(decoded.toString('latin1', 0, 4096))) {
        const encoded = this.#redactEncoded(value, depth, true);
        if (encoded !== undefined) return encoded;
      }
    }
    return this.#texts.replaceSecret(value);
  }

  /** Redacts a text in base64. Returns `undefined` if nothing in it changes. */
  #redactEncoded(value: string, depth: number, isSecret = false): string | undefined {
    const bytes = decodeBase64(value);
    if (bytes === undefined) return undefined;
    const text = isSecret ? bytes.toString('utf8') : '';
    const json = isSecret ? this.#redactJsonText(text, depth + 1, true) : undefined;
    const redacted = json === undefined ? this.redactBytes(bytes, '', depth + 1) : Buffer.from(json);
    if (redacted === bytes || redacted.equals(bytes)) return undefined;
    this.#digests.add(bytes, redacted);
    const encoded = redacted.toString(/[_-]/.test(value) ? 'base64url' : 'base64');
    return wrapLike(value, value.endsWith('=') ? encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=') : encoded.replace(/=+$/, ''));
  }
}

/** The options of curl for a name and a password. */
const isUserOption = /^(?:-[a-zA-Z]{0,6}u|--user|--proxy-user)$/;

const copy = (text: string, start: number, end: number): string => text.slice(start, end);

/** The beginning of an object or a list in JSON, and not that of a section, a template, or code. */
const jsonStart = /^\s*(?:\{\s*["}]|\[\s*["{[\]\dtfn-])/;
const jsonLine = /(?<=^|[\r\n])[ \t]*(?:(?:data:|\)\]\}'|(?![[{])\S{1,40} )[ \t]*)?(?<json>[[{][^\r\n]*[\]}])(?=,?[ \t]*(?:[\r\n]|$))/g;
const percentHint = /%[\da-f]{2}/i;
const percentEncoded = /(?:[\w.~*!()'+-]|%[\dA-Fa-f]{2}){6,}/g;
const encodedHint = /[\w+/-]{16}/;
const base64Word = /(?<![\w+/-])[\w+/-]{16,}={0,2}/g;
/** Lines of the same length, as in PEM and MIME, which white space can precede. */
const wrappedBase64 = /(?<![\w+/-])(?:[A-Za-z\d+/]{16,100}(?:\\+[nr]|[ \t]*\r?\n[ \t]*)+)+[A-Za-z\d+/]{1,100}={0,2}(?![\w+/-])/g;

/** Returns `undefined` if the text isn't base64, or begins with what is neither a text nor compressed. */
function decodeBase64(value: string): Buffer | undefined {
  if (value.length < minEncodedLength || value.length > maxEncodedLength) return undefined;
  const content = value.replaceAll(/\\+[nr]|\s+/g, '');
  if (!/^[\w+/-]+={0,2}$/.test(content)) return undefined;
  const start = Buffer.from(content.slice(0, 24), 'base64');
  const isUtf16 = start[1] === 0 || start[0] === 0xff;
  const isText = isUtf16 || !start.subarray(0, 12).some((byte) => (byte < 32 && (byte < 9 || byte > 13)) || byte === 127);
  if (!isText && !canBeCompressed(start)) return undefined;
  const bytes = Buffer.from(content, 'base64');
  return canBeCompressed(start) || detectTextEncoding(bytes) !== undefined ? bytes : undefined;
}

/** Breaks a text into lines of the same length as those of another one. */
function wrapLike(original: string, text: string): string {
  const [, first, separator] = /^([\w+/-]+)(\s+|(?:\\+[nr])+)/.exec(original) ?? [];
  if (first === undefined || separator === undefined) return text;
  return (text.match(new RegExp(`.{1,${first.length}}`, 'g')) ?? []).join(separator);
}

const nameKeys: ReadonlySet<string> = new Set([
  'name',
  'key',
  'k',
  'field',
  'variable',
  'var',
  'param',
  'parameter',
  'header',
  'option',
  'label',
  'property',
  'envvar',
  'id',
  'type',
  '@name',
]);
const valueKeys: ReadonlySet<string> = new Set([
  'value',
  'val',
  'v',
  'values',
  'content',
  'data',
  'text',
  '#text',
  'default',
  'defaultvalue',
  'stringvalue',
  'stringval',
  'plaintext',
]);
/** The private members of a JSON Web Key. */
const privateKeyMembers: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth']);

function joinSecrets(outer: NodeSecrets, found: readonly NodeSecrets[]): NodeSecrets {
  const added = found.filter(({ size }) => size > 0);
  return added.length === 0 ? outer : new Map([outer, ...added].flatMap((each) => [...each]));
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Replaces a percent-encoded text, and keeps its encoding if it stays the same, and characters that it has without encoding. */
export function mapEncoded(text: string, replace: (decoded: string) => string): string {
  const decoded = decode(text);
  const result = replace(decoded);
  if (result === decoded) return text;
  const isKept = (code: string): boolean => !text.includes(code) && text.includes(decodeURIComponent(code));
  // The excluded ones separate parts of a URL, or encode others.
  return encodeURIComponent(result).replace(/%(?!2[356B]|3F)[2-7][\dA-F]/g, (code) => (isKept(code) ? decodeURIComponent(code) : code));
}
