/** Reads bodies. A body is untrusted, and so is what its headers say of it. */
import { HttpError } from '../../templates/runtime/mock/lib/http-error.js';
import { parseJsonText } from '../../templates/runtime/mock/lib/parse-json.js';
import type { Location } from '../lib/diagnostics.js';
import type { Json } from '../lib/json.js';
import type { RecordedBody, RecordedHeaders } from './exchange.js';
import type { ReadContext } from './reader.js';

export interface BodyContext {
  readonly context: ReadContext;
  readonly headers: RecordedHeaders;
  /** Where the recording has the body. */
  readonly at: Location;
}

/** Returns the first value of a header, given its name in lower case. */
export const getHeader = (headers: RecordedHeaders, name: string): string | undefined => headers.find(([each]) => each === name)?.[1];

/** Reads a body that the recording has as text. Returns `undefined` if it is empty, or if it exceeds a limit, which is reported. */
export function readTextBody(text: string, { context, headers, at }: BodyContext): RecordedBody | undefined {
  const size = Buffer.byteLength(text);
  if (size === 0) return undefined;
  if (size > context.limits.body) {
    context.report('body-too-large', { size, limit: context.limits.body }, at);
    return undefined;
  }
  const isJsonType = /^application\/(?:[\w.-]+\+)?json\b/i.test(getHeader(headers, 'content-type') ?? '');
  if (!isJsonType && !/^\s*[[{]/.test(text)) return { kind: 'text', text };
  try {
    return { kind: 'json', value: parseJsonText(text, context.limits.depth) as Json, text };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.rule === 'maxDepth') context.report('too-deep', { limit: context.limits.depth }, at);
    return { kind: 'text', text };
  }
}
