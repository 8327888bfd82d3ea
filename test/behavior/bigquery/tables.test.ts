/** Datasets, tables, and rows of BigQuery, and the jobs that load and copy them. */
import { describe, expect, test } from 'vitest';
import { openService, type OpenService } from '../../support/open-service.js';

const dataset = '/bigquery/v2/projects/p/datasets/d';
const table = `${dataset}/tables/t`;
const fields = [
  { name: 'name', type: 'STRING' },
  { name: 'num', type: 'INTEGER' },
];

async function openTable(schema: readonly object[] = fields): Promise<OpenService> {
  const service = await openService('bigquery');
  await service.call('POST /bigquery/v2/projects/p/datasets', { datasetReference: { datasetId: 'd' }, location: 'EU' });
  await service.call(`POST ${dataset}/tables`, { tableReference: { datasetId: 'd', tableId: 't' }, schema: { fields: schema } });
  return service;
}

const insert = ({ call }: OpenService, rows: readonly object[], more: object = {}): ReturnType<OpenService['call']> =>
  call(`POST ${table}/insertAll`, { rows: rows.map((json) => ({ json })), ...more });

/** Returns the values of the rows of a table. */
async function read({ call }: OpenService, path = table, query = ''): Promise<readonly unknown[]> {
  const { rows = [] } = await call(`GET ${path}/data?${query}`);
  return rows.map(({ f }: { f: readonly { v: unknown }[] }) => f.map(({ v }) => v));
}

test('a dataset has a location and an owner, and a table the location of its dataset', async () => {
  const { call, send } = await openTable();
  expect(await call(`GET ${dataset}`)).toMatchObject({
    id: 'p:d',
    access: expect.arrayContaining([{ role: 'OWNER', userByEmail: 'anonymous@example.com' }]) as unknown,
  });
  expect(await call(`GET ${table}`)).toMatchObject({ id: 'p:d.t', type: 'TABLE', location: 'EU', numRows: '0' });
  expect((await send('POST /bigquery/v2/projects/p/datasets', { datasetReference: { datasetId: 'd' } })).body.error).toMatchObject({
    code: 409,
    message: 'Already Exists: Dataset p:d',
    errors: [{ reason: 'duplicate' }],
  });
  expect((await send(`DELETE ${dataset}`)).body.error.errors[0].reason).toBe('resourceInUse');
});

describe('rows', () => {
  test('are listed in the form of the schema', async () => {
    const service = await openTable([
      { name: 'name', type: 'STRING' },
      { name: 'nums', type: 'INT64', mode: 'REPEATED' },
      { name: 'rec', type: 'RECORD', fields: [{ name: 'bool', type: 'BOOL' }] },
      { name: 'at', type: 'TIMESTAMP' },
    ]);
    await insert(service, [{ name: 'a', nums: [1, '2'], rec: { bool: true }, at: '2026-01-01T00:00:00.5Z' }, { NAME: 'b' }]);
    expect(await read(service)).toEqual([
      ['a', [{ v: '1' }, { v: '2' }], { f: [{ v: 'true' }] }, '1.7672256005E9'],
      ['b', [], null, null],
    ]);
    expect(await read(service, table, 'selectedFields=at,name&formatOptions.useInt64Timestamp=true')).toEqual([
      ['a', '1767225600500000'],
      ['b', null],
    ]);
    expect(await service.call(`GET ${table}`)).toMatchObject({ numRows: '2', numBytes: '31' });
  });

  test('are listed page by page', async () => {
    const service = await openTable();
    await insert(
      service,
      ['a', 'b', 'c'].map((name) => ({ name })),
    );
    const { pageToken, totalRows, rows } = await service.call(`GET ${table}/data?maxResults=2`);
    expect([totalRows, rows.length]).toEqual(['3', 2]);
    expect(await read(service, table, `pageToken=${pageToken}`)).toEqual([['c', null]]);
    expect(await read(service, table, 'startIndex=1&maxResults=1')).toEqual([['b', null]]);
  });

  test('are added only if all are valid, unless the request skips invalid ones', async () => {
    const service = await openTable();
    const rows = [{ name: 'a' }, { name: 'b', other: 1 }, { num: 'x' }];
    expect((await insert(service, rows)).insertErrors).toEqual([
      { index: 1, errors: [{ reason: 'invalid', location: 'other', debugInfo: '', message: 'no such field: other.' }] },
      {
        index: 2,
        errors: [{ reason: 'invalid', location: 'num', debugInfo: '', message: 'Cannot convert value to integer (bad value): x' }],
      },
      { index: 0, errors: [{ reason: 'stopped', location: '', debugInfo: '', message: '' }] },
    ]);
    expect(await read(service)).toEqual([]);
    await insert(service, rows, { skipInvalidRows: true, ignoreUnknownValues: true });
    expect(await read(service)).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  test('are deleted with their table', async () => {
    const service = await openTable();
    await insert(service, [{ name: 'secret' }]);
    await service.call(`DELETE ${table}`);
    expect(JSON.stringify(await service.mock.state())).not.toContain('secret');
    expect((await service.send(`GET ${table}/data`)).message).toBe('Not found: Table p:d.t');
  });
});

describe('a schema', () => {
  const change = async (service: OpenService, changed: readonly object[]): Promise<unknown> =>
    (await service.send(`PATCH ${table}`, { schema: { fields: changed } })).message;

  test('can get new fields, and optional ones in place of required ones', async () => {
    const service = await openTable([{ name: 'name', type: 'STRING', mode: 'REQUIRED' }]);
    expect(
      await change(service, [
        { name: 'name', type: 'STRING', mode: 'NULLABLE' },
        { name: 'num', type: 'INTEGER' },
      ]),
    ).toBeUndefined();
  });

  test.each([
    ['Field num is missing in new schema', [{ name: 'name', type: 'STRING' }]],
    ['Field name has changed type from STRING to INTEGER', [{ name: 'name', type: 'INTEGER' }, fields[1] as object]],
    ['Field name has changed mode from NULLABLE to REQUIRED', [{ name: 'name', type: 'STRING', mode: 'REQUIRED' }, fields[1] as object]],
  ])('can not change otherwise: %s', async (problem, changed) => {
    expect(await change(await openTable(), changed)).toBe(`Provided Schema does not match Table p:d.t. ${problem}`);
  });

  test('needs fields in records', async () => {
    const { send } = await openTable();
    const schema = { fields: [{ name: 'rec', type: 'RECORD' }] };
    expect((await send(`POST ${dataset}/tables`, { tableReference: { datasetId: 'd', tableId: 'u' }, schema })).message).toBe(
      'Field rec is type RECORD but has no schema',
    );
  });
});

interface LoadJob {
  readonly jobReference: { readonly jobId: string };
  readonly status: { readonly state: string; readonly errorResult?: object };
}

/** Uploads the source of a job that loads the table `t`. */
async function load({ mock }: OpenService, source: string, configuration: object = {}): Promise<LoadJob> {
  const job = { configuration: { load: { destinationTable: { projectId: 'p', datasetId: 'd', tableId: 't' }, ...configuration } } };
  const body = `--x\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(job)}\r\n--x\r\ncontent-type: text/plain\r\n\r\n${source}\r\n--x--`;
  const response = await mock.fetch('https://bigquery.googleapis.com/upload/bigquery/v2/projects/p/jobs?uploadType=multipart', {
    method: 'POST',
    headers: { 'content-type': 'multipart/related; boundary=x' },
    body,
  });
  return (await response.json()) as LoadJob;
}

describe('a load job', () => {
  test('reads CSV', async () => {
    const service = await openTable();
    const job = await load(service, 'name,num\n"a ""quoted"", b",1\nc,\n', { skipLeadingRows: 1 });
    expect(job).toMatchObject({
      status: { state: 'DONE' },
      configuration: { jobType: 'LOAD' },
      statistics: { load: { outputRows: '2', badRecords: '0' } },
    });
    expect(await read(service)).toEqual([
      ['a "quoted", b', '1'],
      ['c', null],
    ]);
    expect(await service.call(`GET /bigquery/v2/projects/p/jobs/${job.jobReference.jobId}?location=EU`)).toMatchObject({
      status: { state: 'DONE' },
    });
  });

  test('reads JSON, and replaces the rows if the request says so', async () => {
    const service = await openTable();
    await insert(service, [{ name: 'old' }]);
    await load(service, '{"name":"a","num":1}\n{"name":"b"}\n', { sourceFormat: 'NEWLINE_DELIMITED_JSON' });
    expect((await read(service)).length).toBe(3);
    await load(service, '{"name":"new"}', { sourceFormat: 'NEWLINE_DELIMITED_JSON', writeDisposition: 'WRITE_TRUNCATE' });
    expect(await read(service)).toEqual([['new', null]]);
  });

  test('ends with an error, and adds nothing, if a row is invalid', async () => {
    const service = await openTable();
    expect((await load(service, 'a,1\nb,x\n')).status).toMatchObject({ state: 'DONE', errorResult: { reason: 'invalid' } });
    expect(await read(service)).toEqual([]);
    expect((await load(service, 'a,1\nb,x\n', { maxBadRecords: 1 })).status).toEqual({ state: 'DONE' });
    expect(await read(service)).toEqual([['a', '1']]);
  });

  test('creates its table, unless the request forbids it', async () => {
    const service = await openTable();
    const destinationTable = { projectId: 'p', datasetId: 'd', tableId: 'u' };
    expect(
      (await load(service, 'a,1', { destinationTable, createDisposition: 'CREATE_NEVER', schema: { fields } })).status.errorResult,
    ).toMatchObject({ reason: 'notFound' });
    await load(service, 'a,1', { destinationTable, schema: { fields } });
    expect(await read(service, `${dataset}/tables/u`)).toEqual([['a', '1']]);
  });
});

test('a copy job copies the rows of a table to an empty one', async () => {
  const service = await openTable();
  await insert(service, [{ name: 'a', num: 1 }]);
  const copy = {
    sourceTable: { projectId: 'p', datasetId: 'd', tableId: 't' },
    destinationTable: { projectId: 'p', datasetId: 'd', tableId: 'u' },
  };
  const run = async (): Promise<{ readonly errorResult?: object }> =>
    (await service.call('POST /bigquery/v2/projects/p/jobs', { configuration: { copy } })).status;
  expect(await run()).toEqual({ state: 'DONE' });
  expect(await read(service, `${dataset}/tables/u`)).toEqual([['a', '1']]);
  expect((await run()).errorResult).toEqual({ reason: 'duplicate', message: 'Already Exists: Table p:d.u' });
});

test('SQL is not implemented', async () => {
  const { send } = await openTable();
  expect((await send('POST /bigquery/v2/projects/p/jobs', { configuration: { query: { query: 'select 1' } } })).status).toBe(501);
  expect((await send('POST /bigquery/v2/projects/p/queries', { query: 'select 1' })).status).toBe(501);
});
