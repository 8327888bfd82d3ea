import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseValue, findNormalizedForm, matchPlaceholders, splitPlaceholders } from '../../../../fidelity/verify/placeholders.js';

const known = new Map([['projectId', 'p1']]);
const match = (text: string, actual: string): object | undefined => {
  const values = matchPlaceholders(splitPlaceholders(text), actual, (name) => known.get(name));
  return values && Object.fromEntries(values);
};

test.each([
  ['projects/${projectId}', 'projects/p1', {}],
  ['projects/${projectId}', 'projects/p2', undefined],
  ['projects/${projectId}/things/${thingID}', 'projects/p1/things/7', { thingID: '7' }],
  ['projects/${projectId}/things/${thingID}', 'projects/p1/things/7/parts/8', undefined],
  ['${uri}', 'https://example.com/a', { uri: 'https://example.com/a' }],
  ['a-${x}-${y}', 'a-b-c', { x: 'b', y: 'c' }],
  ['a-${x}', 'a-', undefined],
  ['projects/${projectNumber}', 'projects/12', { projectNumber: '12' }],
  ['projects/${projectNumber}', 'projects/p1', undefined],
  ['plain', 'plain', {}],
  ['plain', 'plainer', undefined],
])('matches %s with %s', (text, actual, expected) => {
  expect(match(text, actual)).toEqual(expected);
});

test('matches a text with its values in place of the placeholders', () => {
  const value = fc.string({ minLength: 1 }).filter((text) => !/[/$]/.test(text));
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(match('a/${x}/b/${y}', `a/${one}/b/${other}`)).toEqual({ x: one, y: other });
    }),
  );
});

test.each([
  ['abcdef0123A=', 'opaque'],
  ['000000000000000000000', 'number'],
  ['2024-04-01T12:34:56.123456Z', 'time'],
  ['user@example.com', 'email'],
  ['0', undefined],
  ['2024-04-01T12:00:00Z', undefined],
  ['abc', undefined],
])('%s stands for %s', (text, form) => {
  expect(findNormalizedForm(text)).toBe(form);
});

test.each([
  ['projectId', /^[a-z][a-z\d-]{4,28}[a-z\d]$/],
  ['projectNumber', /^\d+$/],
  ['organizationID', /^\d+$/],
  ['networkID', /^[a-z][a-z\d-]*$/],
  ['something', undefined],
])('chooses a value for %s', (name, form) => {
  const value = chooseValue(name);
  if (form === undefined) expect(value).toBeUndefined();
  else expect(value).toMatch(form);
});
