/** Serves media content, whole or as a range. */
import { HttpError } from '../../lib/http-error.js';
import { isEtagMatch } from '../../lib/entity-tags.js';
import { hashHex } from '../../lib/hashes.js';
import { noBytes, type Content } from '../../engine/content/content.js';
import { toBase64 } from '../../../runtime/values/encoded-values.js';
import type { ServedContent } from '../../engine/content/content-store.js';

export function serveContent(
  { type, bytes, headers: statedHeaders = {} }: Content,
  headers: Readonly<Record<string, string>>,
  isUnchanged?: true,
): ServedContent {
  // A part of compressed content can't be decompressed.
  const { 'content-encoding': encoding, ...stated } = statedHeaders;
  const etag = stated['etag'] ?? `"${hashHex(toBase64(bytes))}"`;
  const common = { ...stated, etag, 'accept-ranges': 'bytes' };
  const total = bytes.length;
  const tags = headers['if-none-match'];
  if (isUnchanged || (tags !== undefined && isEtagMatch(tags, etag))) return { status: 304, headers: common, bytes: noBytes };
  const condition = headers['if-range'];
  const range = condition === undefined || condition === etag ? parseRange(headers['range'], total) : undefined;
  if (!range)
    return {
      status: 200,
      headers: { ...common, 'content-type': type, ...(encoding !== undefined && { 'content-encoding': encoding }) },
      bytes,
    };
  const { start, end } = range;
  if (start > end) {
    const message = `The requested range cannot be satisfied: the content has ${total} bytes.`;
    const rangeHeaders = { 'content-range': `bytes */${total}` };
    throw new HttpError('invalid', { code: 416, message, location: 'Range', locationType: 'header', headers: rangeHeaders, rule: 'range' });
  }
  return {
    status: 206,
    headers: { ...common, 'content-type': type, 'content-range': `bytes ${start}-${end}/${total}` },
    bytes: bytes.subarray(start, end + 1),
  };
}

/**
 * Returns the requested range with an inclusive end, or `undefined` for several ranges and a malformed range. A range that ends before it
 * starts is unsatisfiable.
 */
function parseRange(text: string | undefined, total: number): { readonly start: number; readonly end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(text?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return { start: last === '0' ? total : Math.max(0, total - Number(last)), end: total - 1 };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  const end = last === '' ? total - 1 : Math.min(Number(last), total - 1);
  return { start: Number(first), end: Number(first) < total ? end : -1 };
}
