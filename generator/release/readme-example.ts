/** The example of a README that calls the mock. It is valid JavaScript. */
import { omitUndefined } from '../lib/json.js';

export interface ReadmeExample {
  readonly code: string;
  /** The documented output, in which `…` is any text within a line. Absent if the README states none. */
  readonly output?: string;
}

/** Finds the first example that uses the mock of the package. */
export function findFirstExample(readme: string, name: string): ReadmeExample | undefined {
  for (const [, code = '', output] of readme.matchAll(/^```ts\n([^]*?)^```\n(?:\n```text\n([^]*?)^```\n)?/gm))
    if (code.includes(`'${name}/mock'`)) return { code, ...omitUndefined({ output }) };
  return undefined;
}

export function isExpectedOutput(printed: string, expected: string | undefined): boolean {
  if (expected === undefined) return true;
  const [lines, expectedLines] = [printed.trimEnd().split('\n'), expected.trimEnd().split('\n')];
  return lines.length === expectedLines.length && expectedLines.every((line, index) => isExpectedLine(lines[index] ?? '', line));
}

function isExpectedLine(line: string, expected: string): boolean {
  const [start = '', ...parts] = expected.split('…');
  if (!line.startsWith(start)) return false;
  let at = start.length;
  for (const part of parts) {
    const found = line.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return parts.length > 0 ? line.endsWith(parts.at(-1) ?? '') : at === line.length;
}
