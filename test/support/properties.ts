/**
 * Property tests draw the same cases in every run, so that a run tells of the change and not of luck. `FUZZ_SEED=N` draws others.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 1) });
