/**
 * Property tests draw the same cases in every run, so that a failure comes from a change and not from chance. `FUZZ_SEED=N` draws others.
 * A test that doesn't set a number of cases has 30.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 1), numRuns: 30 });
