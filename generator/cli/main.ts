/** The process of the command line. Only this module uses the real effects and exits. */
import { setFlagsFromString } from 'node:v8';
import { runCommandLine } from './cli.js';
import { workerVariable } from './process-channel.js';
import type { Effects } from '../lib/effects.js';
import { createNodeEffects } from '../lib/node-effects.js';
import { generatorVersion } from '../lib/root.js';

export async function main(): Promise<void> {
  const isServer = process.argv[2] === 'mock' || process.argv[2] === 'proxy';
  if (!isServer) delayOptimization();
  // A reader that closes the pipe early (`| head`) is no error.
  process.stdout.on('error', () => process.exit(0));
  try {
    const effects = await createEffects();
    process.exitCode = await runCommandLine(process.argv.slice(2), { ...effects, version: generatorVersion });
    await effects.worker?.flush();
  } catch (error) {
    process.stderr.write(`discogen: internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  }
  // Pending latencies and operations must not keep the process alive: their connections are closed by now.
  if (isServer) process.stdout.write('', () => process.exit());
}

async function createEffects(): Promise<Effects> {
  const effects = createNodeEffects();
  if (process.env[workerVariable] === undefined) return effects;
  const { createWorkerEffects } = await import('./mock-worker.js');
  return createWorkerEffects(effects);
}

/**
 * A run of a few seconds calls much of its code too rarely to gain from optimization, which takes a third of the processor time of
 * Node 20, in each thread. The V8 of later versions waits longer by itself and rejects this setting.
 */
function delayOptimization(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=1000000');
}
