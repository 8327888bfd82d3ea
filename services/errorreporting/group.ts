/**
 * Groups similar error events: those of the same service with the same exception at the same locations, or with the same message apart from
 * its variable parts.
 */
import { getMemberAt, getTextMember, hashHex, type JsonObject } from '../../mock/service.js';
import { listExceptionTypes, type Line } from './exception.js';
import { parseStackFrame } from './frames.js';
import { normalizeMessage } from './normalize-message.js';

/** Caches the group IDs, because stored events don't change. */
const groupIds = new WeakMap<JsonObject, string>();

/** Returns the ID that all similar events share. */
export function computeGroupId(event: JsonObject): string {
  const cached = groupIds.get(event);
  if (cached !== undefined) return cached;
  const service = getMemberAt(event, 'serviceContext.service');
  const message = getTextMember(event, 'message') ?? '';
  const signature = createStackSignature(message) ?? `message ${normalizeMessage(message)}`;
  const id = hashHex(`${typeof service === 'string' ? service : ''}\n${signature}`);
  groupIds.set(event, id);
  return id;
}

/** Returns the exception types and the frames without line numbers and variable parts, or `undefined` without a stack. */
function createStackSignature(message: string): string | undefined {
  const texts = message.split(/\r?\n/);
  const lines = texts.map((text, index): Line => {
    const frame = parseStackFrame(text, texts[index - 1] ?? '');
    return frame ? { text, frame } : { text };
  });
  const frameLines = lines.filter(({ frame }) => frame);
  if (frameLines.length === 0) return undefined;
  const applicationLines = frameLines.filter(({ text }) => !runtimeFrame.test(text));
  const frames = (applicationLines.length > 0 ? applicationLines : frameLines).map(({ frame }) => frame?.text ?? '');
  return [...listExceptionTypes(lines), ...frames].join('\n');
}

/** Frames of Node itself don't characterize the error. */
const runtimeFrame = /^\s*at\s.*\bnode:/;
