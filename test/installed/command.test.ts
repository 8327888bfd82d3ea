/** The command line of an installed tarball. */
import { expect, test } from 'vitest';
import { Project } from './project.js';

test('the packed command starts without a build step or development dependencies', async () => {
  using project = new Project();
  await project.install('discogen');
  expect(await project.discogen('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('generate'), stderr: '' });
});
