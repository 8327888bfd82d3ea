/** The service module of BigQuery: datasets, tables, their rows, and jobs that load and copy. */
import { defineBuiltIn } from '../../mock/service.js';
import { jobHandlers, renderJob } from './jobs.js';
import { tableDataHandlers } from './table-data.js';
import { completeDataset, completeTable, renderId, tableHandlers } from './tables.js';

const project = '/bigquery/v2/projects/{project}';
const dataset = `${project}/datasets/{dataset}`;
const table = `${dataset}/tables/{table}`;

export const bigqueryServices: object = defineBuiltIn({
  api: 'bigquery',
  handlers: { ...tableHandlers, ...tableDataHandlers, ...jobHandlers },
  parameters: {
    'bigquery.tabledata.list': {
      startIndex: true,
      maxResults: true,
      pageToken: true,
      selectedFields: true,
      'formatOptions.useInt64Timestamp': true,
    },
    // A job has one location.
    'bigquery.jobs.get': { location: true },
    'bigquery.jobs.cancel': { location: true },
  },
  complete: { [dataset]: completeDataset, [table]: completeTable },
  render: { [dataset]: renderId, [table]: renderId, [`${project}/jobs/{job}`]: renderJob },
});
