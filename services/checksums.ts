/** The CRC32C checksums that requests and responses contain as numbers. */
import { computeCrc32c } from '../mock/service.js';

/** Returns the CRC32C checksum of bytes in decimal, which is the form of an `int64`. */
export function formatCrc32c(bytes: Uint8Array): string {
  return String(new DataView(computeCrc32c(bytes).buffer).getUint32(0));
}
