/** Base64 in the alphabet for URLs (RFC 4648, section 5), in which these services send bytes, with padding. */
import { toBase64 } from '../mock/service.js';

export const toBase64Url = (bytes: Uint8Array): string => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_');
