import type { MediaUpload } from './media-content.js';

/** Returns the content type of an upload. */
export function getContentType({ type, body }: MediaUpload): string {
  const defaultType = body instanceof Blob ? body.type : typeof body === 'string' ? 'text/plain; charset=utf-8' : '';
  return type ?? (defaultType || 'application/octet-stream');
}
