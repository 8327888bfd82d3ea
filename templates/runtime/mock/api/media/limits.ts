/** Validates the size and media type of content. */
import type { UploadDescriptor } from '../../../descriptor.js';
import { HttpError } from '../../lib/http-error.js';

/** Throws 413 if the content is too large, and 400 if the method doesn't accept its media type. */
export function validateContent(
  { accept, maxSize = Infinity }: UploadDescriptor,
  { type, size }: { readonly type: string; readonly size: number },
): void {
  if (size > maxSize)
    throw new HttpError('uploadTooLarge', { message: `The content has ${size} bytes; the maximum is ${maxSize} bytes.`, rule: 'maxSize' });
  if (accept === undefined || accept.some((range) => matchesRange(type, range))) return;
  const message = `Media type '${type}' is not supported. Valid media types: [${accept.join(', ')}]`;
  throw new HttpError('invalid', { message, location: 'Content-Type', locationType: 'header', rule: 'accept' });
}

function matchesRange(type: string, range: string): boolean {
  const [bareType = ''] = type.toLowerCase().split(';');
  const expected = range.toLowerCase();
  return expected.endsWith('/*') ? bareType.trim().startsWith(expected.slice(0, -1)) : bareType.trim() === expected;
}
