/** Installs what the tests beside it need: the vendor's packages of npm, and, where Python is at hand, its library of PyPI. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const here = import.meta.dirname;
const run = (command, args) => spawnSync(command, args, { cwd: here, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });

const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
if (npm.status !== 0) process.exit(npm.status ?? 1);

const venv = run('python3', ['-m', 'venv', '.venv']);
const library =
  venv.status === 0
    ? run(join(here, '.venv/bin/pip'), ['install', '--quiet', '--retries', '0', 'google-api-python-client==2.201.0'])
    : venv;
if (library.status !== 0) {
  run('rm', ['-rf', '.venv']);
  console.warn(`SKIP test/vendor/clients/flow.py: ${library.error?.message ?? library.stderr.trim().split('\n').at(-1)}`);
}
