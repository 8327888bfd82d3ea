/** Jobs that load and copy tables. Queries are not implemented: they would need SQL. */
import {
  getMember,
  getMemberAt,
  getTextMember,
  isList,
  isObject,
  listStrings,
  type HandlerCall,
  type Handlers,
  type Json,
  type JsonObject,
} from '../../mock/service.js';
import { parseCsv } from './csv.js';
import {
  addRows,
  deleteRows,
  formatTable,
  getDatasetPath,
  getTablePath,
  readRows,
  readTableName,
  requireTable,
  setCounts,
  type TableName,
} from './tables.js';
import { readColumns, RowError, toRow, type Column } from './values.js';

/** Why a job ends without a result. */
class JobError extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

interface JobResult {
  readonly statistics?: JsonObject;
}

const getProject = (call: HandlerCall): string => String(call.parameters['projectId']);

function insertJob(call: HandlerCall): JsonObject {
  const project = getProject(call);
  const body = (call.requestBody ?? {}) as JsonObject;
  const configuration = (isObject(body['configuration']) ? body['configuration'] : {}) as JsonObject;
  const { load, copy } = configuration;
  if (!isObject(load) && !isObject(copy)) {
    const kind = ['query', 'extract'].find((name) => configuration[name] !== undefined);
    if (kind === undefined)
      return call.reject(
        'invalid',
        'Job configuration must contain exactly one job-specific configuration object (e.g., query, load, extract, spreadsheetExtract), but there were 0.',
      );
    return call.reject('notImplemented', `The mock doesn't implement jobs of the kind ${kind}.`);
  }
  const jobId = getTextMember(body['jobReference'], 'jobId') ?? `job_${call.newId()}`;
  const path = `/bigquery/v2/projects/${project}/jobs/${encodeURIComponent(jobId)}`;
  if (call.state.get(path) !== undefined) call.reject('alreadyExists', `Already Exists: Job ${project}:US.${jobId}`);
  const reference = isObject(load) ? load['destinationTable'] : (copy as JsonObject)['destinationTable'];
  const destination = readTableName(reference, project);
  const dataset =
    call.state.get(getDatasetPath(destination)) ??
    call.reject('notFound', `Not found: Dataset ${destination.projectId}:${destination.datasetId}`);
  const location = getTextMember(body['jobReference'], 'location') ?? getTextMember(dataset, 'location') ?? 'US';
  const outcome = run(() => (isObject(load) ? loadTable(call, load, destination) : copyTables(call, copy as JsonObject, destination)));
  const time = String(call.now);
  const error = outcome instanceof JobError ? { reason: outcome.reason, message: outcome.message } : undefined;
  const stored = call.state.put(path, {
    kind: 'bigquery#job',
    id: `${project}:${location}.${jobId}`,
    user_email: call.user,
    configuration: { ...configuration, jobType: isObject(load) ? 'LOAD' : 'COPY' },
    jobReference: { projectId: project, jobId, location },
    statistics: { creationTime: time, startTime: time, endTime: time, ...(!(outcome instanceof JobError) && outcome.statistics) },
    status: { state: 'DONE', ...(error && { errorResult: error, errors: [error] }) },
  });
  return stored;
}

function run(work: () => JobResult): JobResult | JobError {
  try {
    return work();
  } catch (error) {
    if (error instanceof JobError) return error;
    throw error;
  }
}

/** Makes the destination table ready for new rows. Returns its schema. Throws a JobError. */
function openDestination(
  call: HandlerCall,
  name: TableName,
  {
    configuration,
    schema,
    defaultDisposition,
  }: { readonly configuration: JsonObject; readonly schema: Json | undefined; readonly defaultDisposition: string },
): Json | undefined {
  const path = getTablePath(name);
  const table = call.state.get(path);
  const disposition = getTextMember(configuration, 'writeDisposition') ?? defaultDisposition;
  if (table === undefined) {
    if (configuration['createDisposition'] === 'CREATE_NEVER') throw new JobError('notFound', `Not found: Table ${formatTable(name)}`);
    if (schema === undefined) throw new JobError('invalid', 'No schema specified on job or table.');
    call.state.put(path, { tableReference: { ...name }, schema, numRows: '0', numBytes: '0', numLongTermBytes: '0' });
    return schema;
  }
  if (disposition === 'WRITE_EMPTY' && Number(table['numRows'] ?? 0) > 0)
    throw new JobError('duplicate', `Already Exists: Table ${formatTable(name)}`);
  if (disposition !== 'WRITE_TRUNCATE') return table['schema'];
  deleteRows(call, path);
  call.state.put(path, { ...table, ...(schema !== undefined && { schema }) });
  setCounts(call, path, { rows: 0, bytes: 0 });
  return schema ?? table['schema'];
}

/** Reads the content that a job loads: an upload, or objects of Cloud Storage in the same mock. */
function readSources(call: HandlerCall, load: JsonObject): readonly Uint8Array[] {
  if (call.upload) return [call.upload.bytes];
  const uris = listStrings(load['sourceUris']);
  if (uris.length === 0) return call.reject('invalid', 'Load configuration must specify at least one source URI');
  return uris.map((uri) => {
    const [, bucket = '', object = ''] = /^gs:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
    if (bucket === '' || object.includes('*')) return call.reject('notImplemented', `The mock can't load ${uri}.`);
    const content = readObject(call, `/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(object)}`);
    if (content === undefined) throw new JobError('notFound', `Not found: URI ${uri}`);
    return content;
  });
}

function readObject(call: HandlerCall, path: string): Uint8Array | undefined {
  try {
    return call.content.read(path)?.bytes;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return call.reject('notImplemented', 'The mock has no Cloud Storage from which it could load objects.');
  }
}

function loadTable(call: HandlerCall, load: JsonObject, destination: TableName): JobResult {
  const format = getTextMember(load, 'sourceFormat') ?? 'CSV';
  if (format !== 'CSV' && format !== 'NEWLINE_DELIMITED_JSON')
    return call.reject('notImplemented', `The mock doesn't load the format ${format}.`);
  const existing = call.state.get(getTablePath(destination))?.['schema'];
  if (load['autodetect'] === true && load['schema'] === undefined && existing === undefined)
    call.reject('notImplemented', "The mock doesn't detect schemas.");
  const sources = readSources(call, load);
  const schema = openDestination(call, destination, { configuration: load, schema: load['schema'], defaultDisposition: 'WRITE_APPEND' });
  const columns = readColumns(schema);
  const results = sources.flatMap((bytes) => {
    const text = new TextDecoder().decode(bytes);
    return format === 'CSV' ? readCsv(load, columns, text) : readJsonLines(load, columns, text);
  });
  const failures = results.filter((result): result is RowError => result instanceof RowError);
  const [first] = failures;
  if (first && failures.length > Number(load['maxBadRecords'] ?? 0))
    throw new JobError('invalid', `Error while reading data, error message: ${first.message}`);
  const rows = results.filter((result): result is JsonObject => !(result instanceof RowError));
  const path = getTablePath(destination);
  const before = Number(call.state.get(path)?.['numBytes'] ?? 0);
  addRows(call, path, rows);
  const size = sources.reduce((sum, { length }) => sum + length, 0);
  return {
    statistics: {
      load: {
        inputFiles: String(sources.length),
        inputFileBytes: String(size),
        outputRows: String(rows.length),
        outputBytes: String(Number(call.state.get(path)?.['numBytes'] ?? 0) - before),
        badRecords: String(failures.length),
      },
    },
  };
}

const attempt = (read: () => JsonObject): JsonObject | RowError => {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowError) return error;
    if (error instanceof SyntaxError) return new RowError(error.message, '');
    throw error;
  }
};

function readJsonLines(load: JsonObject, columns: readonly Column[], text: string): readonly (JsonObject | RowError)[] {
  const options = { ignoresUnknown: load['ignoreUnknownValues'] === true };
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) =>
      attempt(() => {
        const value = JSON.parse(line) as Json;
        if (!isObject(value)) throw new RowError('JSON table encountered too many errors: a row must be an object', '');
        return toRow(columns, value, options);
      }),
    );
}

function readCsv(load: JsonObject, columns: readonly Column[], text: string): readonly (JsonObject | RowError)[] {
  const delimiter = (getTextMember(load, 'fieldDelimiter') ?? ',').replace(/^(?:tab|\\t)$/i, '\t');
  const options = { delimiter, quote: getTextMember(load, 'quote') ?? '"', allowsNewlines: load['allowQuotedNewlines'] === true };
  const nullMarker = getTextMember(load, 'nullMarker') ?? '';
  let lines: ReturnType<typeof parseCsv>;
  try {
    lines = parseCsv(text, options);
  } catch (error) {
    return [new RowError(error instanceof Error ? error.message : String(error), '')];
  }
  return lines.slice(Number(load['skipLeadingRows'] ?? 0)).map((line) =>
    attempt(() => {
      if (line.length > columns.length && load['ignoreUnknownValues'] !== true)
        throw new RowError(`Too many values in row (expected ${columns.length}, received ${line.length})`, '');
      if (line.length < columns.length && load['allowJaggedRows'] !== true)
        throw new RowError(`CSV table references column position ${line.length}, but line contains only ${line.length} columns.`, '');
      const entries = columns.flatMap(({ name, type }, index): [string, Json][] => {
        const value = line[index];
        if (value === undefined) return [];
        const isNull = !value.isQuoted && value.text === nullMarker && (nullMarker !== '' || type !== 'STRING');
        return [[name, isNull ? null : value.text]];
      });
      return toRow(columns, Object.fromEntries(entries), { ignoresUnknown: false });
    }),
  );
}

function copyTables(call: HandlerCall, copy: JsonObject, destination: TableName): JobResult {
  const operation = getTextMember(copy, 'operationType') ?? 'COPY';
  if (operation !== 'COPY') return call.reject('notImplemented', `The mock doesn't implement copies of the type ${operation}.`);
  const references = isList(copy['sourceTables']) ? copy['sourceTables'] : [copy['sourceTable'] ?? {}];
  const sources = references.map((reference) => readTableName(reference, getProject(call)));
  const tables = sources.map((name) => requireTable(call, name));
  const rows = sources.flatMap((name) => readRows(call, getTablePath(name)));
  openDestination(call, destination, {
    configuration: copy,
    schema: getMember(tables[0], 'schema') ?? { fields: [] },
    defaultDisposition: 'WRITE_EMPTY',
  });
  addRows(call, getTablePath(destination), rows);
  return {};
}

function cancelJob(call: HandlerCall): JsonObject {
  const project = getProject(call);
  const jobId = String(call.parameters['jobId']);
  const job =
    call.state.get(`/bigquery/v2/projects/${project}/jobs/${encodeURIComponent(jobId)}`) ??
    call.reject('notFound', `Not found: Job ${project}:${jobId}`);
  return { kind: 'bigquery#jobCancelResponse', job };
}

/** The link of a job states its location. */
export function renderJob(job: JsonObject): JsonObject | undefined {
  const [link, location] = [getTextMember(job, 'selfLink'), getMemberAt(job, 'jobReference.location')];
  return link === undefined || typeof location !== 'string' || link.includes('?')
    ? undefined
    : { selfLink: `${link}?location=${location}` };
}

export const jobHandlers: Handlers = { 'bigquery.jobs.insert': insertJob, 'bigquery.jobs.cancel': cancelJob };
