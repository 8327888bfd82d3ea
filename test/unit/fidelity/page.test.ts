/** The page that `npm run fidelity` writes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Counts {
  readonly api: string;
  readonly scenarios: number;
  readonly exchanges: number;
  readonly compared: number;
  readonly agree: number;
  readonly assumed: number;
  readonly differ: number;
}
interface Rows {
  setSource(source: string, counts: Omit<Counts, 'api'>, measured: string): void;
  setConventions(source: string, verdict: { readonly apis: readonly Counts[] }): void;
}
interface Page {
  readRows(path: string): Rows;
  formatPage(rows: Rows, sources: object): string;
}

const root = new URL('../../../', import.meta.url);
const { readRows, formatPage } = (await import(new URL('test/fidelity/page.js', root).href)) as Page;
const sources = {
  recordings: {
    one: { repository: 'a/one', commit: '0123456789abcdef', recorded: '2020' },
    two: { repository: 'a/two', recorded: '2021' },
  },
};
const counts = { api: 'dns v1', scenarios: 1, exchanges: 10, compared: 8, agree: 5, assumed: 1, differ: 2 };

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'discogen-page-'))));
afterAll(() => rmSync(folder, { recursive: true }));

test('replaces the rows of a source, and keeps those of others', () => {
  const page = join(folder, 'page.md');
  const measure = (source: string, agree: number): string => {
    const rows = readRows(page);
    rows.setSource(source, counts, '2026-01-01');
    rows.setConventions(source, { apis: [{ ...counts, agree }] });
    const text = formatPage(rows, sources);
    writeFileSync(page, text);
    return text;
  };
  measure('one', 4);
  measure('two', 5);
  const text = measure('one', 6);
  expect(text).toContain('| dns v1 | one | 1 | 10 | 6 | 1 | 2 | 2 |');
  expect(text).toContain('| dns v1 | two | 1 | 10 | 5 | 1 | 2 | 2 |');
  expect(text).not.toContain('| dns v1 | one | 1 | 10 | 4 |');
  expect(text).toContain(
    '| one | 2020 | [a/one](https://github.com/a/one) | [0123456789ab](https://github.com/a/one/tree/0123456789abcdef) |',
  );
  expect(text).toContain('| two | 2021 | [a/two](https://github.com/a/two) | not known |');
});

test('the README has rows of the page', () => {
  const listRows = (file: string): readonly (readonly string[])[] =>
    readFileSync(new URL(file, root), 'utf8')
      .split('\n')
      .filter((line) => /^\| \w+ v\d/.test(line))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
  const shown = listRows('docs/fidelity.md').map(([api, source, , exchanges, , , , , ...others]) => [
    api,
    source,
    exchanges,
    ...others.slice(0, 4),
  ]);
  const own = listRows('README.md');
  expect(own).toHaveLength(3);
  for (const row of own) expect(shown).toContainEqual(row);
});
