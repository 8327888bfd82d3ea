/** Reads bodies. A body is untrusted, and so is what its headers say about it. */
import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { HttpError, parseJsonText } from '../../mock/shared.js';
import { quote } from '../../generator/lib/diagnostics.js';
import type { Json } from '../../generator/lib/json.js';
import type { RecordedBody, RecordedHeaders } from './exchange.js';
import type { RecordingPart } from './part.js';
import { defaultLimits, type ReadContext } from './reader.js';

/** Where the recording has a body, and the headers of its message. */
export interface BodySource extends Pick<RecordingPart, 'at' | 'name'> {
  readonly context: ReadContext;
}

interface BytesSource extends BodySource {
  /** Whether the format removes the content encoding. `unclear`: not all of its recorders do. Default: false. */
  readonly isDecoded?: boolean | 'unclear';
}

/** The bodies that were read, which need no second check. */
const readBodies = new WeakSet<object>();

/** Whether a body comes from this module. */
export const isReadBody = (value: unknown): value is RecordedBody => typeof value === 'object' && value !== null && readBodies.has(value);

function markRead(body: RecordedBody): RecordedBody {
  readBodies.add(body);
  return body;
}

/** Returns the first value of a header, given its name in lower case. */
export const getHeader = (headers: RecordedHeaders, name: string): string | undefined => headers.find(([each]) => each === name)?.[1];

/** Reads a body that the recording has as text. Returns `undefined` if it is empty, or exceeds a limit, which is reported. */
export function readTextBody(text: string, headers: RecordedHeaders, { context, at }: BodySource): RecordedBody | undefined {
  const size = Buffer.byteLength(text);
  if (size === 0) return undefined;
  if (size > context.limits.body) {
    context.report('body-too-large', { size, limit: context.limits.body }, at);
    return undefined;
  }
  const isJsonType = /^application\/(?:[\w.-]+\+)?json\b/i.test(getHeader(headers, 'content-type') ?? '');
  if (!isJsonType && !/^\s*[[{]/.test(text)) return markRead({ kind: 'text', text });
  try {
    return markRead({ kind: 'json', value: parseJsonText(text, context.limits.depth) as Json, text });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.rule === 'maxDepth') context.report('too-deep', { limit: context.limits.depth }, at);
    return markRead({ kind: 'text', text });
  }
}

/** Reads a body in base64, compressed as its headers say or not. Reports malformed base64. */
export function readBase64Body(base64: string, headers: RecordedHeaders, source: BytesSource): RecordedBody | undefined {
  const bytes = decodeBase64(base64, source);
  return bytes && readBytesBody(bytes, headers, source);
}

/** Returns the bytes of a text in base64. */
export function decodeBase64Part(part: RecordingPart | undefined): Buffer | undefined {
  const text = part?.asText();
  return part === undefined || text === undefined ? undefined : decodeBase64(text, part);
}

function decodeBase64(base64: string, source: BodySource): Buffer | undefined {
  const compact = base64.replace(/\s+/g, '');
  if (/^[\w+/-]*={0,2}$/.test(compact)) return Buffer.from(compact, 'base64');
  source.context.report('invalid-body', { what: source.name, problem: 'must be base64' }, source.at);
  return undefined;
}

/** Whether a value is hexadecimal digits of whole bytes. */
export const isHexText = (value: unknown): value is string =>
  typeof value === 'string' && value.length % 2 === 0 && /^[\da-f]*$/i.test(value);

/** Reads a body in hexadecimal digits, compressed as its headers say or not. */
export function readHexBody(digits: string, headers: RecordedHeaders, source: BytesSource): RecordedBody | undefined {
  if (isHexText(digits)) return readBytesBody(Buffer.from(digits, 'hex'), headers, source);
  source.context.report('invalid-body', { what: source.name, problem: 'must be hexadecimal digits' }, source.at);
  return undefined;
}

/** Reads a body that is a text, or bytes in base64: `{ base64 }`, which is `!!binary` in YAML. */
export function readBodyPart(part: RecordingPart | undefined, headers: RecordedHeaders): RecordedBody | undefined {
  if (part === undefined) return undefined;
  const base64 = part.find('base64')?.asText();
  if (base64 !== undefined) return readBase64Body(base64, headers, part);
  const text = part.asText();
  return text === undefined ? undefined : readTextBody(text, headers, part);
}

/** Reads a body that is compressed as its headers say or not. UTF-8 becomes text. */
export function readBytesBody(bytes: Buffer, headers: RecordedHeaders, source: BytesSource): RecordedBody | undefined {
  // A range of compressed bytes can't be decompressed.
  const isEncoded =
    source.isDecoded !== true && getHeader(headers, 'content-encoding') !== undefined && getHeader(headers, 'content-range') === undefined;
  const content = !isEncoded || isPlainText(bytes) ? bytes : removeEncodings(bytes, headers, source);
  if (content === undefined) return undefined;
  if (isUtf8(content)) return readTextBody(content.toString('utf8'), headers, source);
  const { limits, report } = source.context;
  if (content.length <= limits.body) return markRead({ kind: 'bytes', base64: content.toString('base64') });
  report('body-too-large', { size: content.length, limit: limits.body }, source.at);
  return undefined;
}

/** Decodes a received body. Returns `undefined` if it can't be decoded, or exceeds a limit of bytes before or after the decoding. */
export function decodeBody(bytes: Buffer, headers: RecordedHeaders, limit: number): RecordedBody | undefined {
  const at = { file: '', line: 1, column: 1 };
  const { depth } = defaultLimits;
  const limits = { size: limit, depth, elements: Infinity, exchanges: 1, body: limit };
  const source = { path: '', text: '', depth, elements: Infinity, locate: () => at };
  const context: ReadContext = { source, limits, decompressible: limit, report: () => undefined, add: () => undefined };
  return readBytesBody(bytes, headers, { context, at, name: '' });
}

/** Whether bytes aren't compressed, because a compressed text has control characters or isn't UTF-8. Some recorders keep the header anyway. */
const isPlainText = (bytes: Buffer): boolean => isUtf8(bytes) && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(bytes.toString('latin1'));

type Decoder = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  // Some servers omit the header of zlib, whose first byte is 0x78 for the usual size of the window.
  ['deflate', (bytes, options) => (bytes[0] === 0x78 ? inflateSync : inflateRawSync)(bytes, options)],
  ['br', brotliDecompressSync],
]);
/** The maximum number of content encodings of a body. Real bodies have one. */
const maxEncodings = 4;

function removeEncodings(bytes: Buffer, headers: RecordedHeaders, source: BytesSource): Buffer | undefined {
  const { context, at, name } = source;
  const header = getHeader(headers, 'content-encoding') ?? '';
  const names = header.split(',', maxEncodings + 1).map((each) => each.trim().toLowerCase());
  const encodings = names.filter((each) => each !== '' && each !== 'identity').reverse();
  const unsupported = names.length > maxEncodings ? header : encodings.find((each) => !decoders.has(each));
  if (unsupported !== undefined && source.isDecoded === 'unclear') return bytes;
  if (unsupported !== undefined) {
    context.report('invalid-body', { what: name, problem: `has the unsupported Content-Encoding ${quote(unsupported, 40)}` }, at);
    return undefined;
  }
  return encodings.reduce<Buffer | undefined>((content, encoding) => content && decode(content, encoding, source), bytes);
}

function decode(bytes: Buffer, encoding: string, { context, at, name, isDecoded }: BytesSource): Buffer | undefined {
  const { limits, decompressible, report } = context;
  const limit = Math.min(limits.body, decompressible);
  const result = limit < 1 ? 'too large' : tryDecode(bytes, encoding, limit);
  if (result instanceof Buffer) {
    context.decompressible -= result.length;
    return result;
  }
  if (result === 'invalid' && isDecoded === 'unclear') return bytes;
  if (result === 'invalid')
    report('invalid-body', { what: name, problem: `is not valid ${encoding}, but its Content-Encoding is ${encoding}` }, at);
  else if (limit === limits.body) report('body-too-large', { size: `more than ${limit}`, limit }, at);
  else report('too-large', { size: `more than ${limits.size} with its bodies decompressed`, limit: limits.size }, at);
  return undefined;
}

function tryDecode(bytes: Buffer, encoding: string, limit: number): Buffer | 'invalid' | 'too large' {
  try {
    return (decoders.get(encoding) as Decoder)(bytes, { maxOutputLength: limit });
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'invalid';
  }
}
