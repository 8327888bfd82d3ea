/** The command line's process: the one place that has the real effects and exits. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from './commands/cli.js';
import { nodeEffects } from './node-effects.js';
import { packageRoot } from './root.js';

export async function main(): Promise<void> {
  // A reader that has seen enough (`| head`) is no fault.
  process.stdout.on('error', () => process.exit(0));
  try {
    process.exitCode = await runCommandLine(process.argv.slice(2), { ...nodeEffects(), version: version() });
  } catch (error) {
    process.stderr.write(
      `discogen: a fault of discogen itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
}
