/** The evidence for conventions names the tests of each of them. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../../', import.meta.url);
const sections = readFileSync(new URL('docs/contributing/conventions.md', root), 'utf8')
  .split(/^(?=###+ )/m)
  .slice(1);

test('each convention names a test that exists', () => {
  const conventions = sections.filter((text) => /\*\*(?:Condition|Recorded):\*\*/.test(text));
  const missing = conventions.flatMap((text) => {
    const [, line = ''] = /\*\*Test:\*\* (.*)/.exec(text) ?? [];
    const files = [...line.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    const isComplete = files.length > 0 && files.every((file) => existsSync(new URL(file, root)));
    return isComplete ? [] : [text.split('\n')[0]];
  });
  expect(conventions.length).toBeGreaterThan(90);
  expect(missing).toEqual([]);
});
