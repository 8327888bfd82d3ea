/** Which error events are similar: the same service, and the same exception at the same places, or the same message but for what varies. */
import { hashHex } from '../hashes.js';
import { getMemberAt, getTextMember, type JsonObject } from '../json.js';
import { listExceptionTypes, type Line } from './exception.js';
import { parseFrame } from './frames.js';
import { normalizeMessage } from './normalize-message.js';

/** Events are kept as they came, and asked for often. */
const groupIds = new WeakMap<JsonObject, string>();

/** One id for all similar events. */
export function computeGroupId(event: JsonObject): string {
  const before = groupIds.get(event);
  if (before !== undefined) return before;
  const id = computeUncachedId(event);
  groupIds.set(event, id);
  return id;
}

function computeUncachedId(event: JsonObject): string {
  const service = getMemberAt(event, 'serviceContext.service');
  const message = getTextMember(event, 'message') ?? '';
  const signature = createStackSignature(message) ?? `message ${normalizeMessage(message)}`;
  return hashHex(`${typeof service === 'string' ? service : ''}\n${signature}`);
}

/** The exception's types and its frames without lines and variable parts; `undefined` where there is no stack. */
function createStackSignature(message: string): string | undefined {
  const texts = message.split(/\r?\n/);
  const lines = texts.map((text, index): Line => {
    const frame = parseFrame(text, texts[index - 1] ?? '');
    return frame ? { text, frame } : { text };
  });
  const found = lines.filter(({ frame }) => frame);
  if (found.length === 0) return undefined;
  const own = found.filter(({ text }) => !runtimeFrame.test(text));
  const frames = (own.length > 0 ? own : found).map(({ frame }) => frame?.text ?? '');
  return [...listExceptionTypes(lines), ...frames].join('\n');
}

/** Frames of Node itself: what waits for what tells nothing of the error. */
const runtimeFrame = /^\s*at\s.*\bnode:/;
