/** The structure of a message (RFC 5322, RFC 2045), as responses contain it. */
import PostalMime, { decodeWords } from 'postal-mime';
import { fromBase64, getMember, isList, isObject, type JsonObject } from '../../mock/service.js';
import { toBase64Url } from '../base64-url.js';

/** A part of a message. The parser has the tree, but doesn't declare it. */
interface MimeNode {
  readonly headers: readonly { readonly originalKey: string; readonly value: string }[];
  readonly contentType: {
    readonly parsed: { readonly value: string; readonly params: Readonly<Record<string, string>> };
    readonly multipart: string | false;
  };
  readonly contentDisposition: { readonly parsed: { readonly value: string; readonly params: Readonly<Record<string, string>> } };
  readonly contentTransferEncoding: { readonly encoding: string };
  readonly content: ArrayBuffer | null;
  readonly childNodes: readonly MimeNode[];
  getTextContent(): string;
}

export interface ParsedMessage {
  /** The part that is the message. Its parts contain their content, or the ID of the attachment. */
  readonly payload: JsonObject;
  /** The beginning of the text, with HTML entities. */
  readonly snippet: string;
  /** The text, for searches. */
  readonly text: string;
  /** The content of the attachments by their IDs. */
  readonly attachments: ReadonlyMap<string, Uint8Array>;
}

/** Parses a message. Rejects if it has too many levels or too long headers. */
export async function parseMessage(raw: Uint8Array): Promise<ParsedMessage> {
  const parser = new PostalMime();
  const { text, html } = await parser.parse(raw);
  const { root } = parser as unknown as { readonly root: MimeNode };
  const attachments = new Map<string, Uint8Array>();
  const payload = createPart(root, '', attachments);
  const isComplete = raw.at(-1) === 0x0a;
  const plain = (text ?? stripTags(html ?? '')).replaceAll(/[\s\u200b]+/g, ' ').trim();
  return { payload: isComplete ? payload : withoutLastLineBreak(payload), snippet: createSnippet(plain), text: plain, attachments };
}

function createPart(node: MimeNode, partId: string, attachments: Map<string, Uint8Array>): JsonObject {
  const filename = decodeWords(node.contentDisposition.parsed.params['filename'] ?? node.contentType.parsed.params['name'] ?? '');
  const parts = node.childNodes.map((child, index) => createPart(child, partId === '' ? String(index) : `${partId}.${index}`, attachments));
  return {
    partId,
    mimeType: node.contentType.parsed.value,
    filename,
    headers: node.headers.map(({ originalKey, value }) => ({ name: originalKey, value: decodeWords(value) })),
    body: node.contentType.multipart === false ? createBody(node, { partId, isAttachment: filename !== '' }, attachments) : { size: 0 },
    ...(parts.length > 0 && { parts }),
  };
}

function createBody(
  node: MimeNode,
  { partId, isAttachment }: { readonly partId: string; readonly isAttachment: boolean },
  attachments: Map<string, Uint8Array>,
): JsonObject {
  const isText = node.contentType.parsed.value.startsWith('text/');
  const bytes = readContent(node, { isText, isNested: partId !== '' });
  if (isText && !isAttachment) return { size: bytes.length, ...(bytes.length > 0 && { data: toBase64Url(bytes) }) };
  const attachmentId = createAttachmentId(partId);
  attachments.set(attachmentId, bytes);
  return { attachmentId, size: bytes.length };
}

/** Attachment IDs are opaque. */
const createAttachmentId = (partId: string): string =>
  `ANGjdJ${toBase64Url(new TextEncoder().encode(`part:${partId}`)).replace(/=+$/, '')}`;

/** Returns the decoded content, text in UTF-8. The parser ends lines with a line feed, and adds one before the boundary of a part. */
function readContent(node: MimeNode, { isText, isNested }: { readonly isText: boolean; readonly isNested: boolean }): Uint8Array {
  const content = new Uint8Array(node.content ?? new ArrayBuffer(0));
  const isEncoded = /base64/i.test(node.contentTransferEncoding.encoding);
  if (!isText && isEncoded) return content;
  const text = isText ? node.getTextContent() : decodeLatin1(content);
  const lines = isEncoded ? text : (isNested ? text.replace(/\n$/, '') : text).replaceAll(/\r?\n/g, '\r\n');
  return isText ? new TextEncoder().encode(lines) : encodeLatin1(lines);
}

const decodeLatin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
const encodeLatin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** The parser ends the last line, even if the message doesn't. */
function withoutLastLineBreak(payload: JsonObject): JsonObject {
  const data = getMember(payload['body'], 'data');
  if (typeof data !== 'string') return payload;
  const bytes = fromBase64(data);
  const shorter = bytes.at(-1) === 0x0a ? bytes.subarray(0, -2) : bytes;
  return { ...payload, body: { size: shorter.length, ...(shorter.length > 0 && { data: toBase64Url(shorter) }) } };
}

const stripTags = (html: string): string =>
  html
    .replaceAll(/<(style|script|head)\b[^]*?<\/\1>/gi, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '');

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
const names = new Map(Object.entries(entities).map(([name, character]) => [character, `&${name};`]));

const maxSnippet = 200;

function createSnippet(text: string): string {
  const [beginning = ''] = new RegExp(`^[^]{0,${maxSnippet}}(?![^\\s])`, 'u').exec(text) ?? [text.slice(0, maxSnippet)];
  return beginning.trim().replaceAll(/[&<>"']/g, (character) => names.get(character) ?? character);
}

/** Returns the values of a header, in order. */
export function listHeaders(payload: JsonObject | undefined, name: string): readonly string[] {
  const headers = payload?.['headers'];
  return !isList(headers)
    ? []
    : headers.flatMap((header) =>
        isObject(header) && String(header['name']).toLowerCase() === name ? [String(header['value'] ?? '')] : [],
      );
}

export const findHeader = (payload: JsonObject | undefined, name: string): string => listHeaders(payload, name)[0] ?? '';

/** Returns all parts of a message, and the message itself. */
export function listParts(part: JsonObject): readonly JsonObject[] {
  const { parts } = part;
  return [part, ...(isList(parts) ? parts.filter(isObject).flatMap(listParts) : [])];
}

/** Returns a part without the content of parts, to store it. */
export function omitContent(part: JsonObject): JsonObject {
  const { body, parts } = part;
  const { data: _, ...rest } = isObject(body) ? body : ({} as JsonObject);
  return { ...part, body: rest, ...(isList(parts) && { parts: parts.filter(isObject).map(omitContent) }) };
}
