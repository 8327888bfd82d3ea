/** Each form of a secret in each place: nobody can read it on the tape. */
import { describe, expect, test } from 'vitest';
import { Pseudonyms } from '../../../../../fidelity/recordings/redact/pseudonyms.js';
import { Redactor } from '../../../../../fidelity/recordings/redact/redactor.js';
import { formatTapeLine, type TapeExchange } from '../../../../../fidelity/recordings/write-tape.js';
import { findReadable, secrets } from './readable-secrets.js';
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
