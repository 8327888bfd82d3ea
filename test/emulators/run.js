// Proves the rules of published documents against the emulators of the Google Cloud CLI: `npm run emulators [-- NAME...]`. Skips those that
// aren't installed. Fails if fewer than 60 % of the rules that an emulator implements are confirmed, or if it refutes another rule than those
// of refuted.json, which the emulator doesn't follow.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');
const aim = 0.6;
const refuted = JSON.parse(readFileSync(join(import.meta.dirname, 'refuted.json'), 'utf8'));

/** The programs below the root of the SDK, and their arguments. */
const emulators = {
  pubsub: {
    program: 'platform/pubsub-emulator/bin/cloud-pubsub-emulator',
    port: 8085,
    words: (port) => ['--host=127.0.0.1', `--port=${port}`],
  },
  firestore: {
    program: 'platform/cloud-firestore-emulator/cloud_firestore_emulator',
    port: 8086,
    words: (port) => ['start', '--host=127.0.0.1', `--port=${port}`],
  },
  spanner: {
    program: 'bin/cloud_spanner_emulator/gateway_main',
    port: 9020,
    words: (port) => ['--hostname', '127.0.0.1', '--grpc_port', '9010', '--http_port', String(port)],
  },
};

function findSdk() {
  const { status, stdout } = spawnSync('gcloud', ['info', '--format=value(installation.sdk_root)'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Returns the path of a published document: one beside the repository, or else a copy of that which Google serves. */
async function getDocument(name, folder) {
  const near = join(root, '../shared/corpus', `${name}-v1.json`);
  if (existsSync(near)) return near;
  const response = await fetch(`https://${name}.googleapis.com/$discovery/rest?version=v1`);
  if (!response.ok) throw new Error(`${name}: the document can't be downloaded: ${response.status}`);
  const file = join(folder, `${name}-v1.json`);
  writeFileSync(file, await response.text());
  return file;
}

async function waitUntilReady(url) {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    try {
      return await fetch(url);
    } catch {
      await wait(500);
    }
  }
  throw new Error(`${url} does not respond`);
}

async function prove(name, sdk, folder) {
  const { program, port, words } = emulators[name];
  const path = join(sdk, program);
  if (!existsSync(path)) return process.stdout.write(`SKIP ${name}: ${path} is not installed\n`);
  const api = await getDocument(name, folder);
  const emulator = spawn(path, words(port), { stdio: 'ignore', detached: true });
  try {
    const url = `http://127.0.0.1:${port}`;
    await waitUntilReady(url);
    const start = Date.now();
    const values = join(import.meta.dirname, `${name}.values.yaml`);
    // The emulator of Firestore accepts the token `owner` for the methods of administrators.
    const env = { ...process.env, [`${name.toUpperCase()}_EMULATOR_HOST`]: `127.0.0.1:${port}`, DISCOGEN_TARGET_TOKEN: 'owner' };
    const verify = spawn(
      process.execPath,
      [join(root, 'generator/bin.js'), 'verify', '--target', url, '--api', api, '--values', values, '--json'],
      {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let text = '';
    verify.stdout.on('data', (chunk) => (text += chunk));
    await once(verify, 'close');
    report(name, JSON.parse(text).rules, Math.round((Date.now() - start) / 1000));
  } finally {
    // The programs are scripts that start others.
    process.kill(-emulator.pid);
  }
}

function report(name, rules, seconds) {
  const count = (verdict) => rules.filter((rule) => rule.verdict === verdict).length;
  const tested = count('confirmed') + count('refuted') + count('untested');
  const share = count('confirmed') / tested;
  const others = rules.filter((rule) => rule.verdict === 'refuted' && !refuted[name].includes(rule.id));
  const kinds = ['confirmed', 'refuted', 'untested', 'notImplemented', 'untestable'].map((verdict) => `${count(verdict)} ${verdict}`);
  process.stdout.write(
    `${name}: ${rules.length} rules: ${kinds.join(', ')}; ${(100 * share).toFixed(0)} % confirmed of what it implements, ${seconds} s\n`,
  );
  for (const { id, refutation } of others) process.stdout.write(`  refuted: ${id}\n    ${refutation.curl.join('\n    ')}\n`);
  if (share < aim || others.length > 0) process.exitCode = 1;
}

const sdk = findSdk();
const folder = mkdtempSync(join(tmpdir(), 'emulators-'));
if (sdk === undefined) process.stdout.write('SKIP: the Google Cloud CLI is not installed\n');
else for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(emulators)) await prove(name, sdk, folder);
rmSync(folder, { recursive: true, force: true });
