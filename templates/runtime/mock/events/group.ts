/** Which error events are similar: the same service, and the same exception at the same places, or the same message but for what varies. */
import { hashHex } from '../hashes.js';
import { getMemberAt, getTextMember, type JsonObject } from '../json.js';
import { exceptionTypes, type Line } from './exception.js';
import { parseFrame } from './frames.js';
import { normalizeMessage } from './normalize-message.js';

/** Events are kept as they came, and asked for often. */
const known = new WeakMap<JsonObject, string>();

/** One id for all similar events. */
export function computeGroupId(event: JsonObject): string {
  const before = known.get(event);
  if (before !== undefined) return before;
  const id = idOf(event);
  known.set(event, id);
  return id;
}

function idOf(event: JsonObject): string {
  const service = getMemberAt(event, 'serviceContext.service');
  const message = getTextMember(event, 'message') ?? '';
  const signature = stackSignature(message) ?? `message ${normalizeMessage(message)}`;
  return hashHex(`${typeof service === 'string' ? service : ''}\n${signature}`);
}

/** The exception's types and its frames without lines and variable parts; `undefined` where there is no stack. */
function stackSignature(message: string): string | undefined {
  const texts = message.split(/\r?\n/);
  const lines = texts.map((text, index): Line => {
    const frame = parseFrame(text, texts[index - 1] ?? '');
    return frame ? { text, frame } : { text };
  });
  const found = lines.filter(({ frame }) => frame);
  if (found.length === 0) return undefined;
  const own = found.filter(({ text }) => !ofRuntime.test(text));
  const frames = (own.length > 0 ? own : found).map(({ frame }) => frame?.text ?? '');
  return [...exceptionTypes(lines), ...frames].join('\n');
}

/** Frames of Node itself: what waits for what tells nothing of the error. */
const ofRuntime = /^\s*at\s.*\bnode:/;
