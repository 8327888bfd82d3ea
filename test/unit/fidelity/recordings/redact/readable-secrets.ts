/** Finds the parts of secrets that a text shows. */
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { Secrets } from './secret-forms.js';

export const secrets: Secrets = {
  word: 'Zq7Xv9Kw3RtY5mNb2JpL8sHd4FgT6cQe1WuA0iOz',
  digits: '739146',
  lines: [
    'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj',
    'MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu',
    'Kq7Rf3TzXw9Lm2Pv5Bn8Hc1Jd4Gs6Ya0QeUiOoPlKjHgFdSaZxCvBnMqWeRtYuIo',
    'Nw3Xy5Zt7Ab9Cd',
  ],
};

/** Returns the parts of the secrets that a line of a tape contains, as they are or decoded. */
export function findReadable(line: string): readonly string[] {
  const words = [secrets.word, secrets.word.toUpperCase().slice(0, 16), secrets.digits, ...secrets.lines];
  const texts = [line];
  JSON.parse(line, (key, value: unknown) => (texts.push(key, ...(typeof value === 'string' ? [value] : [])), value));
  const views = new Set(texts);
  let level: readonly string[] = texts;
  for (let depth = 0; depth < 4; depth += 1) {
    level = level.flatMap(decodeAll).filter((view) => !views.has(view));
    for (const view of level) views.add(view);
  }
  const lower = [...views].map((view) => view.toLowerCase());
  return words.filter((word) => lower.some((view) => view.includes(word.toLowerCase())));
}

function decompress(bytes: Buffer): readonly string[] {
  const inflate =
    bytes[0] === 0x1f
      ? gunzipSync
      : bytes[0] === 0x78
        ? inflateSync
        : [3, 4, 5].includes((bytes[0] ?? 0) & 7) && bytes.length > 20
          ? inflateRawSync
          : undefined;
  try {
    return inflate === undefined ? [] : [inflate(bytes).toString('latin1')];
  } catch {
    return [];
  }
}

/** Decodes everything in a text that is percent-encoded, base64, or compressed. */
function decodeAll(text: string): readonly string[] {
  const joined = text.replaceAll(/\\+[nr]|[\r\n]/g, '');
  const decoded = [text, joined].flatMap((each) =>
    (each.match(/[\w+/-]{12,}={0,2}/g) ?? []).flatMap((word) => {
      const bytes = Buffer.from(word, 'base64');
      return [bytes.toString('latin1'), bytes[1] === 0 ? bytes.toString('utf16le') : '', ...decompress(bytes)];
    }),
  );
  const unescaped = text.replaceAll(/%([\dA-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return [...(unescaped === text ? [] : [unescaped]), ...decoded.filter((each) => each !== '')];
}
