/** The data and the validators of the committed packages are formatted like hand-written code. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../generated/', import.meta.url);
const packages = readdirSync(root).filter((name) => /-v\d/.test(name));

/** A formatter doesn't break a string, a pattern, a comment, or the only name of a line. */
const unbreakable = /^\s*(?:(?:[\w$'.]+: )?(?:'.*'|".*"|\/.*\/u?),?|\*.*|\/\*\*.*)$/;

test.each(packages)('%s has no line of more than 140 characters', (name) => {
  const folder = new URL(`${name}/src/`, root);
  const long = ['behavior.ts', 'compiled.js', 'descriptors.ts'].flatMap((file) =>
    readFileSync(new URL(file, folder), 'utf8')
      .split('\n')
      .filter((line) => line.length > 140 && !unbreakable.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(long).toEqual([]);
});
