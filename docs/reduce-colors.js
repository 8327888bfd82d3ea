// Makes pictures of a user interface small: PNG with a palette of 256 colors. Almost all pixels keep their color.
import { crc32, deflateSync } from 'node:zlib';

const maxColors = 256;

/** Returns a PNG with a palette. `browser` decodes the PNG `picture`. */
export async function reduceColors(picture, browser) {
  const { width, height, pixels } = await decode(picture, browser);
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const colors = [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one) || one - other);
  const palette = colors.slice(0, maxColors);
  const indexes = new Map(colors.map((color) => [color, findNearest(color, palette)]));
  // Each line begins with the number of its filter: none.
  const lines = Buffer.alloc((width + 1) * height);
  pixels.forEach((pixel, at) => (lines[at + Math.floor(at / width) + 1] = indexes.get(pixel)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per pixel, with a palette.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    toChunk('IHDR', header),
    toChunk('PLTE', Buffer.from(palette.flatMap(toChannels))),
    toChunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    toChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the pixels of a picture as numbers of 24 bits. */
async function decode(picture, browser) {
  const page = await browser.newPage();
  const { width, height, data } = await page.evaluate(async (source) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const bytes = context.getImageData(0, 0, image.width, image.height).data;
    let text = '';
    for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    return { width: image.width, height: image.height, data: btoa(text) };
  }, picture.toString('base64'));
  await page.close();
  const bytes = Buffer.from(data, 'base64');
  return { width, height, pixels: Array.from({ length: width * height }, (_, index) => bytes.readUInt32BE(index * 4) >>> 8) };
}

const toChannels = (color) => [color >> 16, (color >> 8) & 255, color & 255];

function findNearest(color, palette) {
  const exact = palette.indexOf(color);
  if (exact >= 0) return exact;
  const channels = toChannels(color);
  const distances = palette.map((other) => toChannels(other).reduce((sum, value, index) => sum + (value - channels[index]) ** 2, 0));
  return distances.indexOf(Math.min(...distances));
}

function toChunk(type, content) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
