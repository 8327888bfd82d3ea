/** The vendor's hand-written library for DNS. */
import { DNS } from '@google-cloud/dns';
import { OAuth2Client } from 'google-auth-library';
import { readFileSync } from 'node:fs';
import { reportStep } from './report-step.js';

const [url, folder] = process.argv.slice(2);
const authClient = new OAuth2Client();
authClient.setCredentials({ access_token: 'token' });
const dns = new DNS({ projectId: 'dns-library', authClient });
// The library takes a host and prepends https.
dns.baseUrl = `${url}/dns/v1`;
const zone = dns.zone('zone');
const www = zone.record('a', { name: 'www.example.com.', data: ['192.0.2.1', '192.0.2.2'], ttl: 60 });
const mail = (priority) => zone.record('mx', { name: 'example.com.', data: `${priority} mail.example.com.`, ttl: 60 });
const formatRecord = ({ type, metadata }) => `${type} ${metadata.name}`;

await reportStep('creates a zone', async () => (await dns.createZone('zone', { dnsName: 'example.com.', description: 'a zone' }))[1]);
await reportStep('finds it', async () => [await zone.exists(), (await dns.getZones({ maxResults: 1 }))[0].map(({ name }) => name)]);
await reportStep('adds records in one change', async () => (await zone.createChange({ add: [www, mail(10)] }))[0].metadata);
await reportStep('fails to add one again', () => zone.addRecords(www));
await reportStep('reads the change', async () => (await zone.change('1').getMetadata())[0]);
await reportStep('pages', async () => {
  const pages = [];
  let query = { maxResults: 3, autoPaginate: false };
  while (query) {
    const [records, next] = await zone.getRecords(query);
    pages.push(records.map(formatRecord));
    query = next;
  }
  return pages;
});
await reportStep('lists the records of a type', async () => (await zone.getRecords('mx'))[0].map((record) => record.toJSON()));
await reportStep('replaces it', async () => (await zone.replaceRecords('mx', mail(20)))[0].metadata);
await reportStep('lists changes, newest first', async () => (await zone.getChanges({ sort: 'desc' }))[0].map(({ id }) => id));
await reportStep('exports a zone file', async () => {
  await zone.export(`${folder}/zone.txt`);
  return readFileSync(`${folder}/zone.txt`, 'utf8').split('\n').length;
});
await reportStep('fails to delete a zone in use', () => zone.delete());
await reportStep('empties and deletes it', async () => (await zone.delete({ force: true }))[0]);
await reportStep('no longer finds it', () => zone.exists());
