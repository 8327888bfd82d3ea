import { expect, test } from 'vitest';
import { isVersionInRange, compareVersions, raiseVersion } from '../../../generator/release/versions.js';

test.each([
  ['1.2.3', 'none', '1.2.3'],
  ['1.2.3', 'patch', '1.2.4'],
  ['1.2.3', 'minor', '1.3.0'],
  ['1.2.3', 'major', '2.0.0'],
  // `^0.1.0` accepts 0.1.x, so a breaking change raises the second number.
  ['0.1.2', 'patch', '0.1.3'],
  ['0.1.2', 'minor', '0.1.3'],
  ['0.1.2', 'major', '0.2.0'],
  ['2.0.0-rc.1', 'major', '2.0.0'],
  ['1.2.3+build-5', 'patch', '1.2.4'],
] as const)('%s, after a %s change: %s', (version, step, next) => {
  expect(raiseVersion(version, step)).toBe(next);
});

test.each([
  ['^1.2.0', '1.2.0', true],
  ['^1.2.0', '1.10.0', true],
  ['^1.2.0', '1.1.9', false],
  ['^1.2.0', '2.0.0', false],
  ['^0.1.2', '0.1.3', true],
  ['^0.1.2', '0.2.0', false],
  ['^0.0.1', '0.0.2', false],
  ['1.2.0', '1.2.0', true],
  ['>=1', '1.2.0', false],
])('%s accepts %s: %s', (range, version, accepts) => {
  expect(isVersionInRange(range, version)).toBe(accepts);
});

test('compares numbers, not text', () => {
  expect([compareVersions('1.10.0', '1.9.9') > 0, compareVersions('1.0.0', '1.0.0'), compareVersions('0.9.0', '1.0.0') < 0]).toEqual([
    true,
    0,
    true,
  ]);
});
