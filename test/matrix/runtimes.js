// Platforms that are command-line programs: Node, Deno, Bun, and workerd.
import { execFile, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { installed, Skip } from './install.js';

const run = promisify(execFile);

/** Runs a program that prints the results of the checks, and returns them. */
async function runChecks([program, ...words], { folder, rootUrl, session }) {
  const { stdout } = await run(program, [...words, rootUrl, session], { cwd: folder, timeout: 120_000 });
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

async function readVersion(program) {
  const { stdout } = await run(program, ['--version']);
  return stdout.trim().split('\n')[0];
}

async function installProgram(specification, path) {
  const program = join(await installed(specification), path);
  if (!existsSync(program)) throw new Skip(`${specification} has no program for this system`);
  return program;
}

function createNodeCells(major) {
  const program = () => installProgram(`node@${major}`, 'bin/node');
  const cell = (kind, file) => ({
    name: `node ${major} ${kind}`,
    async run(context) {
      const node = await program();
      return { note: await readVersion(node), ...(await runChecks([node, file], context)) };
    },
  });
  return [cell('ES module', 'esm.mjs'), cell('CommonJS', 'common-js.cjs')];
}

const deno = {
  name: 'deno',
  async run(context) {
    const program = await installProgram('deno@2', 'deno');
    const words = ['run', '--allow-all', '--quiet', '--no-lock', '--node-modules-dir=manual', 'esm.mjs'];
    return { note: await readVersion(program), ...(await runChecks([program, ...words], context)) };
  },
};

function createBunCell(kind, file) {
  return {
    name: `bun ${kind}`,
    async run(context) {
      const program = await installProgram('bun@1', 'bin/bun.exe');
      return { note: await readVersion(program), ...(await runChecks([program, file], context)) };
    },
  };
}

/** Bundles everything, because a worker has no file system. */
async function bundleWorker(folder) {
  const bundle = await rolldown({ input: join(folder, 'worker.mjs'), cwd: folder, external: /^node:/, platform: 'neutral' });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  writeFileSync(join(folder, 'worker.bundle.mjs'), output[0].code);
}

async function findFreePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits for a response of the worker, because the process does not report when it is ready. */
async function waitForResponse(url, child) {
  for (let attempts = 100; ; attempts -= 1) {
    try {
      return await (await fetch(url)).json();
    } catch (error) {
      if (attempts === 0 || child.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const workerd = {
  name: 'workerd',
  async run({ folder, rootUrl, session }) {
    const program = await installProgram('workerd@1', 'bin/workerd');
    await bundleWorker(folder);
    const port = await findFreePort();
    const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker", esModule = embed "worker.bundle.mjs")], compatibilityDate = "2025-09-01", globalOutbound = "network")),
    (name = "network", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
    writeFileSync(join(folder, 'worker.capnp'), config);
    const child = spawn(program, ['serve', 'worker.capnp'], { cwd: folder, stdio: 'inherit' });
    try {
      const query = new URLSearchParams({ rootUrl, session });
      return { note: await readVersion(program), ...(await waitForResponse(`http://127.0.0.1:${port}/?${query}`, child)) };
    } finally {
      child.kill();
    }
  },
};

export const runtimeCells = [
  ...[20, 22, 24, 26].flatMap(createNodeCells),
  deno,
  createBunCell('ES module', 'esm.mjs'),
  createBunCell('CommonJS', 'common-js.cjs'),
  workerd,
];
