/** Installs the packages of these tests: the vendor's npm packages and, with Python, its PyPI library and certbot. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const run = (command, args) => spawnSync(command, args, { cwd: here, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });

const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
if (npm.status !== 0) process.exit(npm.status ?? 1);

/** Why a command failed; undefined if it succeeded. */
const getFailure = ({ status, error, stderr }) => (status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1)));
const pip = (...packages) => getFailure(run(join(here, '.venv/bin/pip'), ['install', '--quiet', '--retries', '0', ...packages]));

const venv = getFailure(run('python3', ['-m', 'venv', '.venv']));
const library = venv ?? pip('google-api-python-client==2.201.0');
if (library !== undefined) {
  rmSync(join(here, '.venv'), { recursive: true, force: true });
  console.warn(`SKIP test/vendor/clients/flow.py: ${library}`);
}

rmSync(join(here, '.debian'), { recursive: true, force: true });
const plugin = library ?? pip('certbot-dns-google==5.8.0');
const debian = plugin === undefined ? undefined : unpackDebian('python3-certbot-dns-google');
if (debian !== undefined) {
  rmSync(join(here, '.debian'), { recursive: true, force: true });
  console.warn(`SKIP test/vendor/clients/dns_challenges.py: ${plugin}; ${debian}`);
}

/**
 * Unpacks a Debian package, and those of its dependencies that the system lacks, to `.debian/`. Installs nothing in the system.
 * Returns why it failed; undefined if it succeeded.
 */
function unpackDebian(name) {
  const archives = join(here, '.debian/archives');
  mkdirSync(join(archives, 'partial'), { recursive: true });
  const options = [
    '--download-only',
    '--yes',
    '--no-install-recommends',
    '-o',
    `Dir::Cache::archives=${archives}`,
    '-o',
    'Debug::NoLocking=1',
  ];
  const downloaded = getFailure(run('apt-get', ['install', ...options, name]));
  if (downloaded !== undefined) return downloaded;
  for (const archive of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
    const unpacked = getFailure(run('dpkg-deb', ['--extract', join(archives, archive), '.debian']));
    if (unpacked !== undefined) return unpacked;
  }
  return undefined;
}
