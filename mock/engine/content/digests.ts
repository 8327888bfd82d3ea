/** The content digests of services, MD5 and CRC32C. Not for security. */

/** Returns the 16 bytes of the MD5 digest. */
export function computeMd5(bytes: Uint8Array): Uint8Array {
  const padded = padMessage(bytes);
  const view = new DataView(padded.buffer);
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  for (let offset = 0; offset < padded.length; offset += 64) processBlock(state, view, offset);
  const digest = new Uint8Array(16);
  const digestView = new DataView(digest.buffer);
  state.forEach((word, index) => digestView.setUint32(index * 4, word, true));
  return digest;
}

const shifts = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
].flatMap((row) => [row, row, row, row].flat());

const constants = Uint32Array.from({ length: 64 }, (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32));

/** Pads the message to whole blocks: a one bit, zeros, and the length in bits. */
function padMessage(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, (bytes.length << 3) >>> 0, true);
  view.setUint32(padded.length - 4, Math.floor(bytes.length / 2 ** 29), true);
  return padded;
}

function processBlock(state: Uint32Array, view: DataView, offset: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 64; step++) {
    const [mixed, word] = mix(step, b, [c, d]);
    const sum = (a + mixed + (constants[step] as number) + view.getUint32(offset + word * 4, true)) >>> 0;
    const shift = shifts[step] as number;
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) >>> 0];
  }
  [a, b, c, d].forEach((word, index) => (state[index] = ((state[index] as number) + word) >>> 0));
}

/** Returns the mixed value of a step, and the index of the word to add. */
function mix(step: number, b: number, [c, d]: readonly [number, number]): readonly [mixed: number, word: number] {
  if (step < 16) return [(b & c) | (~b & d), step];
  if (step < 32) return [(d & b) | (~d & c), (5 * step + 1) % 16];
  if (step < 48) return [b ^ c ^ d, (3 * step + 5) % 16];
  return [c ^ (b | ~d), (7 * step) % 16];
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

/** Returns the four bytes of the CRC32C checksum in big-endian order. `before`: the checksum of the bytes before, as a number. */
export function computeCrc32c(bytes: Uint8Array, before = 0): Uint8Array {
  let value = ~before;
  for (let index = 0; index < bytes.length; index += 1)
    value = (crcTable[(value ^ (bytes[index] as number)) & 0xff] as number) ^ (value >>> 8);
  const digest = new Uint8Array(4);
  new DataView(digest.buffer).setUint32(0, ~value >>> 0);
  return digest;
}
