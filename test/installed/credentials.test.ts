/** The public authentication library of Node gets tokens from an installed mock. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Project } from './project.js';

/** Starts a mock with credentials, and lists policies with each kind of them. Prints the status of each list. */
const program = `
import { writeFileSync } from 'node:fs';
import { createMock } from '@discogen/compute-v1/mock';
import { Compute, GoogleAuth, Impersonated } from 'google-auth-library';

const scopes = ['https://www.googleapis.com/auth/cloud-platform'];
const reader = 'reader@shop.iam.gserviceaccount.com';
const viewer = 'viewer@shop.iam.gserviceaccount.com';
const mock = createMock({
  auth: 'on',
  seed: {
    tokens: {
      reader: { user: reader, scopes: ['{scope_base}/compute.readonly'], permissions: ['compute.sslPolicies.list'] },
      viewer: { user: viewer, scopes: ['{scope_base}/cloud-platform'], permissions: ['iam.serviceAccounts.getAccessToken'] },
    },
  },
});
const { url, close } = await mock.listen();
const policies = url + '/compute/v1/projects/p/global/sslPolicies';
/** Sends what the library sends to fixed addresses to the mock. */
const transporterOptions = { fetchImplementation: (input, init) => fetch(String(input).replace('https://oauth2.googleapis.com', url), init) };

async function list(name, client) {
  const { status } = await client.request({ url: policies, retry: false, validateStatus: () => true });
  console.log(name, status);
}

for (const user of [reader, viewer]) {
  const name = user.split('@')[0];
  const key = await mock.credentials({ user });
  writeFileSync(name + '.json', JSON.stringify(key));
  const fromFile = (options) => new GoogleAuth({ keyFile: name + '.json', ...options }).getClient();
  const assertion = await fromFile({ scopes, clientOptions: { transporterOptions } });
  await list(name + ' by assertion', assertion);
  console.log(name, 'ID token', JSON.parse(Buffer.from((await assertion.fetchIdToken('https://service.example.com')).split('.')[1], 'base64')).email);
  const selfSigned = await fromFile({});
  selfSigned.defaultServicePath = 'compute.googleapis.com';
  selfSigned.useJWTAccessWithScope = true;
  selfSigned.defaultScopes = scopes;
  await list(name + ' by signed token', selfSigned);
  const person = new GoogleAuth({ credentials: await mock.credentials({ user, type: 'authorized_user' }), clientOptions: { transporterOptions } });
  await list(name + ' by refresh token', await person.getClient());
  const external = new GoogleAuth({ credentials: await mock.credentials({ user, type: 'external_account' }), scopes });
  await list(name + ' by workload identity', await external.getClient());
}
process.env.GCE_METADATA_HOST = new URL(url).host;
await list('default account of the machine', await new GoogleAuth({ scopes }).getClient());
await list('other account of the machine', new Compute({ serviceAccountEmail: viewer, scopes }));
console.log('project', await new GoogleAuth().getProjectId());
const source = await new GoogleAuth({ credentials: await mock.credentials({ user: viewer, type: 'external_account' }), scopes }).getClient();
await list('impersonated account', new Impersonated({ sourceClient: source, targetPrincipal: reader, targetScopes: scopes, endpoint: url }));
await close();
`;

let project: Project;
beforeAll(async () => {
  project = new Project();
  await project.install('@discogen/compute-v1', '@discogen/runtime', 'google-auth-library@10');
  project.write('main.js', program);
});
afterAll(() => project[Symbol.dispose]());

test('credentials with the permission list policies, and those without it do not', async () => {
  expect((await project.output('node', ['main.js'])).trim().split('\n')).toEqual([
    'reader by assertion 200',
    'reader ID token reader@shop.iam.gserviceaccount.com',
    'reader by signed token 200',
    'reader by refresh token 200',
    'reader by workload identity 200',
    'viewer by assertion 403',
    'viewer ID token viewer@shop.iam.gserviceaccount.com',
    'viewer by signed token 403',
    'viewer by refresh token 403',
    'viewer by workload identity 403',
    'default account of the machine 200',
    'other account of the machine 403',
    'project shop',
    'impersonated account 200',
  ]);
});
