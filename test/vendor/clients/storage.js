/** The vendor's hand-written library for Cloud Storage. */
import { Storage } from '@google-cloud/storage';
import { OAuth2Client } from 'google-auth-library';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { reportStep } from './report-step.js';

const [url, folder] = process.argv.slice(2);
const authClient = new OAuth2Client();
authClient.setCredentials({ access_token: 'token' });
const storage = new Storage({ apiEndpoint: url, projectId: 'storage-library', authClient, retryOptions: { autoRetry: false } });
const bucket = storage.bucket('bucket');
const names = (files) => files.map(({ name }) => name);
const read = async (name, options) => String((await bucket.file(name).download(options))[0]);

await reportStep('creates a bucket', async () => (await storage.createBucket('bucket', { location: 'EU', labels: { team: 'a' } }))[1]);
await reportStep('fails to create it again', () => storage.createBucket('bucket'));
await reportStep('lists buckets', async () => {
  await storage.createBucket('other');
  return [names((await storage.getBuckets())[0]), names((await storage.getBuckets({ prefix: 'o' }))[0])];
});
await reportStep('pages buckets', async () => {
  const [first, next] = await storage.getBuckets({ maxResults: 1, autoPaginate: false });
  const [second] = await storage.getBuckets(next);
  return [names(first), names(second)];
});
await reportStep('reads the bucket', async () => [await bucket.exists(), (await bucket.getMetadata())[0]]);
await reportStep('fails to read another one', () => storage.bucket('none').getMetadata());
await reportStep('changes the labels', async () => {
  await bucket.setLabels({ kind: 'b' });
  const [both] = await bucket.getLabels();
  await bucket.deleteLabels('kind');
  return [both, (await bucket.getLabels())[0]];
});
await reportStep('adds a lifecycle rule', async () => {
  await bucket.addLifecycleRule({ action: { type: 'Delete' }, condition: { age: 30 } });
  return (await bucket.getMetadata())[0].lifecycle;
});
await reportStep('enables versioning', async () => (await bucket.setMetadata({ versioning: { enabled: true } }))[0].versioning);
await reportStep('saves a file in one request', async () => {
  await bucket.file('a/one.txt').save('one', { resumable: false, contentType: 'text/plain', metadata: { metadata: { by: 'me' } } });
  return [await read('a/one.txt'), (await bucket.file('a/one.txt').getMetadata())[0]];
});
await reportStep('saves a file in a resumable upload', async () => {
  await bucket.file('a/two.txt').save('two', { resumable: true });
  await bucket.file('a/empty.txt').save('', { resumable: true });
  return [await read('a/two.txt'), await read('a/empty.txt')];
});
await reportStep('writes a stream', async () => {
  writeFileSync(`${folder}/large.bin`, Buffer.alloc(1_000_000, 'x'));
  await pipeline(createReadStream(`${folder}/large.bin`), bucket.file('b/large.bin').createWriteStream({ resumable: true }));
  await pipeline(
    createReadStream(`${folder}/large.bin`),
    bucket.file('b/chunks.bin').createWriteStream({ resumable: true, chunkSize: 256 * 1024 }),
  );
  await pipeline(createReadStream(`${folder}/large.bin`), bucket.file('b/simple.bin').createWriteStream({ resumable: false }));
  return Promise.all(['large', 'chunks', 'simple'].map(async (name) => (await bucket.file(`b/${name}.bin`).getMetadata())[0].size));
});
await reportStep('uploads and downloads a file', async () => {
  await bucket.upload(`${folder}/large.bin`, { destination: 'b/upload.bin', metadata: { cacheControl: 'no-store' } });
  await bucket.file('b/upload.bin').download({ destination: `${folder}/copy.bin` });
  return readFileSync(`${folder}/copy.bin`).equals(readFileSync(`${folder}/large.bin`));
});
await reportStep('continues an upload at its URL', async () => {
  const [uri] = await bucket.file('a/later.txt').createResumableUpload();
  await bucket.file('a/later.txt').save('later', { uri, resumable: true });
  return read('a/later.txt');
});
await reportStep('verifies and decompresses content', async () => {
  await bucket.file('a/zip.txt').save('zip', { gzip: true, resumable: false });
  return [await read('a/zip.txt'), await read('a/one.txt', { validation: 'md5' }), await read('a/two.txt', { validation: 'crc32c' })];
});
await reportStep('reads a range', () => read('a/one.txt', { start: 1, end: 1 }));
await reportStep('fails to download another file', () => read('a/none.txt'));
await reportStep('changes the metadata', async () => {
  const file = bucket.file('a/one.txt');
  await file.setMetadata({ contentLanguage: 'en', metadata: { by: 'you' } });
  const [{ contentLanguage, metadata, metageneration }] = await file.getMetadata();
  return { contentLanguage, metadata, metageneration };
});
await reportStep('copies a file', () => bucket.file('a/one.txt').copy(bucket.file('c/copy.txt')));
await reportStep('moves a file', () => bucket.file('a/one.txt').move('c/moved.txt'));
await reportStep('combines files', () => bucket.combine(['a/one.txt', 'a/two.txt'], 'a/all.txt'));
await reportStep('respects preconditions', async () => {
  const [{ generation }] = await bucket.file('a/one.txt').getMetadata();
  await bucket.file('a/one.txt').save('uno', { resumable: false, preconditionOpts: { ifGenerationMatch: generation } });
  return read('a/one.txt');
});
await reportStep('fails to overwrite another version', () =>
  bucket.file('a/one.txt').save('eins', { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } }),
);
await reportStep('lists files by prefix', async () => names((await bucket.getFiles({ prefix: 'a/' }))[0]));
await reportStep('lists files by delimiter', async () => {
  const [files, , response] = await bucket.getFiles({ delimiter: '/', autoPaginate: false });
  return [names(files), response.prefixes];
});
await reportStep('pages files', async () => {
  const [files, next] = await bucket.getFiles({ maxResults: 2, autoPaginate: false });
  const [others] = await bucket.getFiles({ ...next, maxResults: 100 });
  return [files.length, others.length];
});
await reportStep('streams files', async () => {
  const found = [];
  for await (const { name } of bucket.getFilesStream({ prefix: 'b/' })) found.push(name);
  return found;
});
await reportStep('manages access', async () => {
  await bucket.acl.add({ entity: 'user-a@example.com', role: 'READER' });
  return (await bucket.acl.get({ entity: 'user-a@example.com' }))[0];
});
await reportStep('changes the policy', async () => {
  const [policy] = await bucket.iam.getPolicy();
  policy.bindings = [...(policy.bindings ?? []), { role: 'roles/storage.objectViewer', members: ['user:a@example.com'] }];
  return (await bucket.iam.setPolicy(policy))[0].bindings;
});
await reportStep('makes a file public', async () => (await bucket.file('a/one.txt').makePublic())[0]);
await reportStep('fails to delete a bucket with files', () => bucket.delete());
await reportStep('deletes files and buckets', async () => {
  await bucket.file('a/one.txt').delete();
  await bucket.file('a/one.txt').delete({ ignoreNotFound: true });
  await bucket.deleteFiles({ prefix: 'a/' });
  await bucket.deleteFiles();
  await storage.bucket('other').deleteFiles();
  await Promise.all([bucket.delete(), storage.bucket('other').delete()]);
  return [(await storage.getBuckets())[0].length, await bucket.exists()];
});
