/** The vendor's hand-written library for BigQuery. */
import { BigQuery } from '@google-cloud/bigquery';
import { OAuth2Client } from 'google-auth-library';
import { writeFileSync } from 'node:fs';
import { reportStep } from './report-step.js';

const [url, folder] = process.argv.slice(2);
const authClient = new OAuth2Client();
authClient.setCredentials({ access_token: 'token' });
const bigquery = new BigQuery({ apiEndpoint: url, projectId: 'bigquery-library', authClient, autoRetry: false });
const dataset = bigquery.dataset('books');
const table = dataset.table('sales');
const ids = (items) => items.map(({ id }) => id);

await reportStep('creates a dataset', async () => (await bigquery.createDataset('books', { location: 'EU' }))[1]);
await reportStep('fails to create it again', () => bigquery.createDataset('books'));
await reportStep('lists datasets', async () => {
  await bigquery.createDataset('films', { labels: { kind: 'b' } });
  return ids((await bigquery.getDatasets())[0]);
});
await reportStep('creates a dataset by its object', async () => {
  const [{ id }] = await bigquery.dataset('maps').get({ autoCreate: true });
  await bigquery.dataset('maps').delete();
  return id;
});
await reportStep('pages datasets', async () => {
  const [datasets, next] = await bigquery.getDatasets({ maxResults: 1, autoPaginate: false });
  return [ids(datasets), ids((await bigquery.getDatasets(next))[0])];
});
await reportStep('reads it', async () => [
  await dataset.exists(),
  await bigquery.dataset('none').exists(),
  (await dataset.getMetadata())[0],
]);
await reportStep('changes it', async () => (await dataset.setMetadata({ description: 'of books', labels: { kind: 'a' } }))[0]);
await reportStep('creates a table', async () => {
  const [, metadata] = await dataset.createTable('sales', { schema: 'title:string, count:integer' });
  return metadata;
});
await reportStep('lists tables', async () => {
  await dataset.createTable('returns', { schema: [{ name: 'title', type: 'STRING', mode: 'REQUIRED' }] });
  const [created] = await dataset.table('costs').get({ autoCreate: true, schema: 'title:string' });
  await created.delete();
  return [ids((await dataset.getTables())[0]), await table.exists(), await dataset.table('none').exists()];
});
await reportStep('changes a table', async () => {
  await table.setMetadata({ description: 'of sales', expirationTime: '4102444800000' });
  const [{ description, expirationTime, schema }] = await table.getMetadata();
  return { description, expirationTime, schema };
});
await reportStep('fails to insert rows', () => table.insert([{ title: 'A', count: 1 }]));
await reportStep('fails to read rows', () => table.getRows());
await reportStep('creates a view', async () => (await dataset.createTable('all', { view: 'SELECT 1' }))[1].view);
await reportStep('fails to start a query', () => bigquery.createQueryJob({ query: 'SELECT 1', jobId: 'query', location: 'US' }));
await reportStep('fails to query', () => bigquery.query('SELECT 1'));
await reportStep('fails to copy a table', () => table.createCopyJob(dataset.table('copy')));
await reportStep('fails to load a file', () => {
  writeFileSync(`${folder}/rows.csv`, 'A,1\n');
  return table.createLoadJob(`${folder}/rows.csv`, { sourceFormat: 'CSV' });
});
await reportStep('fails to list jobs', () => bigquery.getJobs());
await reportStep('finds no job', () => bigquery.job('query').exists());
await reportStep('fails to cancel a job', () => bigquery.job('query').cancel());
await reportStep('creates a routine', async () => {
  const [routine] = await dataset.createRoutine('square', {
    routineType: 'SCALAR_FUNCTION',
    language: 'SQL',
    definitionBody: 'x * x',
    arguments: [{ name: 'x', dataType: { typeKind: 'INT64' } }],
  });
  return [routine.id, ids((await dataset.getRoutines())[0])];
});
await reportStep('lists models', async () => (await dataset.getModels())[0].length);
await reportStep('manages access to a table', async () => (await table.getIamPolicy())[0]);
await reportStep('deletes tables and datasets', async () => {
  await table.delete();
  await dataset.delete({ force: true });
  return [await dataset.exists(), ids((await bigquery.getDatasets())[0])];
});
