// Replays recorded traffic of real services against the mocks, and prints how many responses match: `npm run recorded [-- OPTIONS]`, with
// the options of the tool beside the recordings, such as `--failures 40`. Then tests that all recordings agree with themselves. Skips if there
// are no recordings beside the repository.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

const root = join(import.meta.dirname, '../..');
const shared = join(root, '../shared');
const recorded = join(shared, 'recorded');
const tool = join(recorded, 'tool/run.mjs');

function replay(title, options) {
  process.stdout.write(`\n${title}\n\n`);
  const logs = ['--root', join(recorded, 'logs'), '--logs', join(recorded, 'logs.txt')];
  const documents = ['--documents', join(recorded, 'documents'), '--documents', join(shared, 'corpus')];
  const { status } = spawnSync(process.execPath, [tool, '--product', '.', ...logs, ...documents, ...options, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}

function compareWithThemselves() {
  const words = ['vitest', 'run', '--config', 'test/vitest.config.ts', 'test/unit/fidelity/verify/recorded.test.ts'];
  const { status } = spawnSync('npx', words, { cwd: root, stdio: 'inherit', env: { ...process.env, RECORDED: 'all' } });
  if (status !== 0) process.exitCode = 1;
}

if (existsSync(tool)) {
  const jobs = ['--jobs', String(Math.min(2, availableParallelism()))];
  const own = ['--config', 'discogen.vendor.yaml'];
  replay('Published documents, without facts about single APIs:', jobs);
  replay('DNS, with its overlay:', [...own, '--use', 'dns:v1=dns', '--rewrite', '/dns/v1beta2/=/dns/v1/', '--api', 'dns']);
  replay('Compute, with its overlay:', [...own, '--use', 'compute:v1=compute', '--api', 'compute']);
  compareWithThemselves();
} else {
  process.stdout.write('SKIP: there are no recordings beside the repository (../shared/recorded)\n');
}
