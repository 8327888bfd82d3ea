/**
 * Random hostile descriptions and overlays. Each leads to diagnostics, or to output that parses, contains the text of the description only
 * in literals and comments, stays in its folder, and has no side effects on import. Some outputs are compiled in strict mode. `npm test`
 * runs 30, `npm run fuzz` 10,000 with a new seed each time; `FUZZ_RUNS` and `FUZZ_SEED` set number and seed.
 */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { documents } from './support/documents.js';
import { Importer } from './support/import.js';
import { generateSafely, type Output } from './support/check-harmless.js';
import { overlays } from './support/overlays.js';
import { typeErrors } from './support/type-check.js';

const isFuzzRun = process.env['npm_lifecycle_event'] === 'fuzz';
const numRuns = Number(process.env['FUZZ_RUNS'] ?? (isFuzzRun ? 10_000 : 30));
const seed = Number(process.env['FUZZ_SEED'] ?? (isFuzzRun ? Math.floor(Math.random() * 2 ** 31) : 1));

/** Only one of this many accepted descriptions is formatted, because formatting takes most of the time. */
const formatInterval = 4;

/** The number of outputs that the compiler checks in one run. */
const typeCheckCount = isFuzzRun ? 200 : 20;

const inputs = fc.oneof({ arbitrary: documents, weight: 4 }, { arbitrary: overlays, weight: 1 });
const importer = new Importer();
afterAll(() => importer.close());

test(`handles ${numRuns} hostile descriptions without harm (seed ${seed})`, { timeout: numRuns * 1_000 }, async () => {
  const counts = { accepted: 0, rejected: 0 };
  const compiled: Output[] = [];
  await fc.assert(
    fc.asyncProperty(inputs, async (input) => {
      const output = await generateSafely(input, counts.accepted % formatInterval === 0);
      counts[output === undefined ? 'rejected' : 'accepted'] += 1;
      if (output !== undefined) expect(await importer.findImportProblem(output)).toBeUndefined();
      if (output !== undefined && counts.accepted % Math.ceil(numRuns / typeCheckCount / 2) === 0) compiled.push(output);
      expect('polluted' in {}).toBe(false);
    }),
    { numRuns, seed, endOnFailure: isFuzzRun },
  );
  const summary = `${numRuns} descriptions, ${counts.accepted} accepted, ${counts.rejected} rejected, ${compiled.length} compiled`;
  process.stdout.write(`fuzz: seed ${seed}, ${summary}\n`);
  expect(typeErrors(compiled)).toEqual([]);
  // Enough descriptions must pass validation, because early rejections prove little.
  expect(counts.accepted).toBeGreaterThan(numRuns / 5);
});
