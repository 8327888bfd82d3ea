/** Semantic versions, and how npm reads ranges of them. */
import type { VersionBump } from '../diff/changes.js';

type Numbers = readonly [major: number, minor: number, patch: number];

/** Returns the version that follows a published one. Before 1.0.0, a breaking change raises the second number and any other the third, because `^0.1.0` accepts only 0.1.x. */
export function raiseVersion(version: string, step: VersionBump): string {
  const [major, minor, patch] = parseNumbers(version);
  if (step === 'none') return version;
  // The release of a prerelease version.
  if (/^[^+]*-/.test(version)) return `${major}.${minor}.${patch}`;
  if (step === 'major') return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
  return step === 'minor' && major > 0 ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Compares the numbers of two versions: positive if the first is higher. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [parseNumbers(one), parseNumbers(other)];
  const difference = left.map((number, index) => number - (right[index] ?? 0)).find((each) => each !== 0);
  return difference ?? 0;
}

/** Whether a range such as `^1.2.0` accepts a version. Accepts nothing for a range of another form. */
export function isVersionInRange(range: string, version: string): boolean {
  if (!/^\^\d+\.\d+\.\d+/.test(range)) return range === version;
  const lowest = range.slice(1);
  const [major, minor, patch] = parseNumbers(lowest);
  const bounds: Numbers = major > 0 ? [major + 1, 0, 0] : minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1];
  return compareVersions(version, lowest) >= 0 && compareVersions(version, bounds.join('.')) < 0;
}

function parseNumbers(version: string): Numbers {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  return [Number(major ?? 0), Number(minor ?? 0), Number(patch ?? 0)];
}
