/** An npm registry on this machine, installed from the public one. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Project } from './project.js';

const settings = `storage: ./storage
uplinks: {}
packages:
  '**': { access: $all, publish: $all }
log: { type: stdout, format: pretty, level: warn }
`;

export interface Registry extends Disposable {
  /** The settings of projects that use it for the scope `@acme`, as the text of a `.npmrc`. */
  readonly npmrc: string;
}

export async function startRegistry(): Promise<Registry> {
  // One of its dependencies names a tag that not every mirror of the registry has.
  const project = new Project({ overrides: { 'node-fetch': '2.7.0' } });
  await project.install('verdaccio@6.2.4');
  project.write('config.yaml', settings);
  const port = await findPort();
  const args = ['--config', 'config.yaml', '--listen', `127.0.0.1:${port}`];
  const server = fork(join(project.folder, 'node_modules/verdaccio/bin/verdaccio'), args, { cwd: project.folder, silent: true });
  await waitForStart(server);
  return {
    // npm requires a token to publish; the registry accepts any.
    npmrc: `@acme:registry=http://127.0.0.1:${port}/\n//127.0.0.1:${port}/:_authToken=any\n`,
    [Symbol.dispose]() {
      server.kill();
      project[Symbol.dispose]();
    },
  };
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The registry sends a message to its parent process when it listens. */
function waitForStart(server: ChildProcess): Promise<void> {
  let errors = '';
  server.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  server.stdout?.resume();
  return new Promise((resolve, reject) => {
    server.once('message', () => resolve());
    server.once('exit', (status) => reject(new Error(`the registry ended with status ${status}: ${errors}`)));
  });
}
