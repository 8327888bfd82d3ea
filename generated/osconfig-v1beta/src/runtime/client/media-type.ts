import type { MediaUpload } from './media-content.js';

/** The content type of what is sent. */
export function contentTypeOf({ type, body }: MediaUpload): string {
  const own = body instanceof Blob ? body.type : typeof body === 'string' ? 'text/plain; charset=utf-8' : '';
  return type ?? (own || 'application/octet-stream');
}
