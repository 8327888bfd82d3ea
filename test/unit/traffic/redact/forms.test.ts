/** Each form of a secret in each place: nobody can read it on the tape. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Pseudonyms } from '../../../../generator/traffic/redact/pseudonyms.js';
import { Redactor } from '../../../../generator/traffic/redact/redactor.js';
import { formatTapeLine, type TapeExchange } from '../../../../generator/traffic/write-tape.js';
import {
  headerForms,
  headerPlaces,
  jsonForms,
  jsonPlaces,
  parameterForms,
  parameterPlaces,
  type Secrets,
  textForms,
  textPlaces,
} from './secret-forms.js';

const secrets: Secrets = {
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
function findReadable(line: string): readonly string[] {
  const words = [secrets.word, secrets.word.toUpperCase().slice(0, 16), secrets.digits, ...secrets.lines];
  const texts = [line];
  JSON.parse(line, (key, value: unknown) => (texts.push(key, ...(typeof value === 'string' ? [value] : [])), value));
  const views = texts.flatMap((text) => [text, ...decodeAll(text, 4)]).map((view) => view.toLowerCase());
  return words.filter((word) => views.some((view) => view.includes(word.toLowerCase())));
}

/** Decodes everything in a text that is percent-encoded, base64, or compressed. */
function decodeAll(text: string, depth: number): readonly string[] {
  if (depth === 0) return [];
  const joined = text.replaceAll(/\\+[nr]|[\r\n]/g, '');
  const decoded = [text, joined].flatMap((each) =>
    (each.match(/[\w+/-]{12,}={0,2}/g) ?? []).map((word) => {
      const bytes = Buffer.from(word, 'base64');
      try {
        return bytes[0] === 0x1f ? gunzipSync(bytes).toString('latin1') : bytes.toString('latin1');
      } catch {
        return '';
      }
    }),
  );
  const unescaped = text.replaceAll(/%([\dA-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const all = [...(unescaped === text ? [] : [unescaped]), ...decoded.filter((each) => each !== '')];
  return [...all, ...all.flatMap((each) => decodeAll(each, depth - 1))];
}

function listReadable<Value>(
  forms: readonly (readonly [string, (secrets: Secrets) => Value])[],
  places: readonly (readonly [string, (value: Value) => TapeExchange])[],
): readonly string[] {
  return forms.flatMap(([form, create]) =>
    places.flatMap(([place, put]) => {
      const exchange = put(create(secrets));
      expect(findReadable(formatTapeLine(exchange, 'main')), `${form} in ${place}`).not.toEqual([]);
      const line = formatTapeLine(new Redactor(new Pseudonyms(Buffer.alloc(32, 1))).redact(exchange), 'main');
      JSON.parse(line);
      return findReadable(line).length === 0 ? [] : [`${form} in ${place}: ${line}`];
    }),
  );
}

describe('no secret is readable', () => {
  test('in texts', () => expect(listReadable(textForms, textPlaces)).toEqual([]));
  test('in JSON', () => expect(listReadable(jsonForms, jsonPlaces)).toEqual([]));
  test('in headers', () => expect(listReadable(headerForms, headerPlaces)).toEqual([]));
  test('in parameters', () => expect(listReadable(parameterForms, parameterPlaces)).toEqual([]));
});
