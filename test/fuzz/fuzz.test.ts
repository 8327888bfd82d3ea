/**
 * Random hostile descriptions and overlays. Each leads to diagnostics, or to output that parses, contains the text of the description only
 * in literals and comments, stays in its folder, and has no side effects on import. Some outputs are compiled in strict mode. `npm test`
 * runs 60, `npm run fuzz` 10,000 with a new seed each time; `FUZZ_RUNS` and `FUZZ_SEED` set number and seed.
 */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { documents } from './support/documents.js';
import { Importer } from './support/import.js';
import { generateSafely, type Output } from './support/check-harmless.js';
import { overlays } from './support/overlays.js';
import { typeErrors } from './support/type-check.js';

const long = process.env['npm_lifecycle_event'] === 'fuzz';
const numRuns = Number(process.env['FUZZ_RUNS'] ?? (long ? 10_000 : 60));
const seed = Number(process.env['FUZZ_SEED'] ?? (long ? Math.floor(Math.random() * 2 ** 31) : 1));

/** Only a fraction of the descriptions is formatted, because formatting takes most of the time. */
const mostFormatted = 4;

/** The number of outputs that the compiler checks in one run. */
const typed = long ? 200 : 20;

const inputs = fc.oneof({ arbitrary: documents, weight: 4 }, { arbitrary: overlays, weight: 1 });
const importer = new Importer();
afterAll(() => importer.close());

test(`${numRuns} hostile descriptions cause no harm (seed ${seed})`, { timeout: numRuns * 1_000 }, async () => {
  const seen = { accepted: 0, refused: 0 };
  const compiled: Output[] = [];
  await fc.assert(
    fc.asyncProperty(inputs, async (input) => {
      const output = await generateSafely(input, seen.accepted % mostFormatted === 0);
      seen[output === undefined ? 'refused' : 'accepted'] += 1;
      if (output !== undefined) expect(await importer.problemOf(output)).toBeUndefined();
      if (output !== undefined && seen.accepted % Math.ceil(numRuns / typed / 2) === 0) compiled.push(output);
      expect('polluted' in {}).toBe(false);
    }),
    { numRuns, seed, endOnFailure: long },
  );
  const counts = `${numRuns} descriptions, ${seen.accepted} accepted, ${seen.refused} refused, ${compiled.length} compiled`;
  process.stdout.write(`fuzz: seed ${seed}, ${counts}\n`);
  expect(typeErrors(compiled)).toEqual([]);
  // Enough descriptions must pass validation, because early rejections prove little.
  expect(seen.accepted).toBeGreaterThan(numRuns / 5);
});
