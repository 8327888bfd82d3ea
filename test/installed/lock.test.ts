/** Adds specifications to an empty project, checks the lock, and updates them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve, startHttpServer } from '../support/http-server.js';
import { smallSpecification } from '../support/small-specification.js';
import { Project } from './project.js';

test('adds, generates with a lock, and updates', async () => {
  await using server = await startHttpServer();
  server.routes.set('/tiny', serve(smallSpecification()));
  using project = new Project();
  await project.install('discogen');
  const read = (path: string): string => readFileSync(join(project.folder, path), 'utf8');
  // An API of the package needs no network.
  const offline = { env: { NODE_OPTIONS: '--import=data:text/javascript,globalThis.fetch=()=>process.abort()' } };
  const bin = join(project.folder, 'node_modules/.bin/discogen');
  expect(await project.run(bin, ['add', 'dns:v1', 'compute:v1', 'osconfig:v1beta', 'errorreporting:v1beta1'], offline)).toMatchObject({
    status: 0,
  });
  expect(await project.discogen('add', `${server.url}/tiny`)).toMatchObject({ status: 0 });
  expect(server.requests).toEqual(['/tiny']);
  expect(await project.discogen('generate', '--frozen')).toMatchObject({ status: 0 });

  project.write('specs/tiny.v1.yaml', smallSpecification({ field: 'mine' }));
  const frozen = await project.discogen('generate', '--frozen');
  expect(frozen).toMatchObject({ status: 1, stdout: '' });
  expect(frozen.stderr).toContain('error stale-lock the pinned file "specs/tiny.v1.yaml" has changed');
  expect(await project.discogen('update')).toMatchObject({ status: 1, stderr: expect.stringContaining('--force replaces it') });
  project.write('specs/tiny.v1.yaml', smallSpecification());

  server.routes.set('/tiny', serve(smallSpecification({ field: 'remark' })));
  const lock = read('discogen.lock');
  const planned = await project.discogen('update', 'tiny', '--dry-run');
  expect(planned).toMatchObject({ status: 1, stdout: expect.stringContaining('breaking field-renamed Thing.note') });
  expect(read('discogen.lock')).toBe(lock);
  expect(await project.discogen('update')).toMatchObject({ status: 0, stdout: expect.stringContaining('generated/tiny-v1: ') });
  expect(read('generated/tiny-v1/src/types.ts')).toContain('remark');
  expect(await project.discogen('generate', '--check', '--frozen')).toMatchObject({ status: 0 });
});
