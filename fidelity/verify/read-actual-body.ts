/** Reads the body of a response of a mock or server. It is untrusted, as recordings are. */
import { parseJsonText } from '../../mock/shared.js';
import type { Json } from '../../generator/lib/json.js';
import { defaultLimits } from '../recordings/reader.js';
import type { ActualResponse } from './exchange-result.js';

/** A body that isn't JSON, or is nested too deeply to be compared, is text. `type`: its media type. */
export function readActualBody(text: string, type: string): Pick<ActualResponse, 'body'> {
  if (text === '') return {};
  if (!/\bjson\b/.test(type)) return { body: { kind: 'text', text } };
  try {
    return { body: { kind: 'json', value: parseJsonText(text, defaultLimits.depth) as Json } };
  } catch {
    return { body: { kind: 'text', text } };
  }
}
