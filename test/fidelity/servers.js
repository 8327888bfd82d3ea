// Starts the servers that recordings are replayed against.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** The folders where the Google Cloud CLI is installed. */
const sdkFolders = ['/usr/lib/google-cloud-sdk', '/usr/share/google-cloud-sdk', '/opt/google-cloud-sdk'];

/** Starts a server of sources.yaml, and waits until it responds. Returns `undefined` if it isn't installed. */
export async function startServer({ command, package: debianPackage }, sdk = sdkFolders.find((folder) => existsSync(folder))) {
  const [port, port2] = [await findPort(), await findPort()];
  const [program = '', ...words] = command.map((word) =>
    word
      .replace('{sdk}', sdk ?? '')
      .replace('{port}', String(port))
      .replace('{port2}', String(port2)),
  );
  if (sdk === undefined || !existsSync(program)) return undefined;
  const child = spawn(program, words, { stdio: 'ignore', detached: true });
  const url = `http://127.0.0.1:${port}`;
  // The emulators are scripts that start other processes.
  const stop = () => void process.kill(-child.pid);
  for (let attempt = 0; attempt < 120 && child.exitCode === null; attempt += 1) {
    await setTimeout(500);
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return { url, stop, version: findVersion(debianPackage) };
  }
  if (child.exitCode === null) stop();
  throw new Error(`${program} doesn't respond at ${url}`);
}

async function findPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function findVersion(name) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f=${Version}', name], { encoding: 'utf8' });
  return `${name} ${stdout ?? ''}`.trim();
}
