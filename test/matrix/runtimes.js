// Platforms that are command-line programs: Node, Deno, Bun, and workerd.
import { execFile, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { installed, Skip } from './install.js';

const run = promisify(execFile);

/** Runs a program that prints the result of the checks. */
async function printed([program, ...words], { folder, rootUrl, session }) {
  const { stdout } = await run(program, [...words, rootUrl, session], { cwd: folder, timeout: 120_000 });
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

async function versionOf(program) {
  const { stdout } = await run(program, ['--version']);
  return stdout.trim().split('\n')[0];
}

async function binary(specification, path) {
  const program = join(await installed(specification), path);
  if (!existsSync(program)) throw new Skip(`${specification} brought no program for this system`);
  return program;
}

function nodeCells(major) {
  const program = () => binary(`node@${major}`, 'bin/node');
  const cell = (kind, file) => ({
    name: `node ${major} ${kind}`,
    async run(context) {
      const node = await program();
      return { note: await versionOf(node), ...(await printed([node, file], context)) };
    },
  });
  return [cell('ES module', 'esm.mjs'), cell('CommonJS', 'common-js.cjs')];
}

const deno = {
  name: 'deno',
  async run(context) {
    const program = await binary('deno@2', 'deno');
    const words = ['run', '--allow-all', '--quiet', '--no-lock', '--node-modules-dir=manual', 'esm.mjs'];
    return { note: await versionOf(program), ...(await printed([program, ...words], context)) };
  },
};

function bunCell(kind, file) {
  return {
    name: `bun ${kind}`,
    async run(context) {
      const program = await binary('bun@1', 'bin/bun.exe');
      return { note: await versionOf(program), ...(await printed([program, file], context)) };
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

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits for a response of the worker, because the process does not report when it is ready. */
async function answerOf(url, child) {
  for (let left = 100; ; left -= 1) {
    try {
      return await (await fetch(url)).json();
    } catch (error) {
      if (left === 0 || child.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const workerd = {
  name: 'workerd',
  async run({ folder, rootUrl, session }) {
    const program = await binary('workerd@1', 'bin/workerd');
    await bundleWorker(folder);
    const port = await freePort();
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
      return { note: await versionOf(program), ...(await answerOf(`http://127.0.0.1:${port}/?${query}`, child)) };
    } finally {
      child.kill();
    }
  },
};

export const runtimeCells = [
  ...[20, 22, 24, 26].flatMap(nodeCells),
  deno,
  bunCell('ES module', 'esm.mjs'),
  bunCell('CommonJS', 'common-js.cjs'),
  workerd,
];
