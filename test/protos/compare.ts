/** Compares what conventions infer with what protobuf definitions state. */
import { getText, isObject, type Json } from '../../generator/lib/json.js';
import type { Api, Method } from '../../generator/model/model.js';
import { listBehaviors } from '../../generator/protos/collect-facts.js';
import type { Matches } from '../../generator/protos/collect-facts.js';
import { getOptions, type ProtoOptions } from '../../generator/protos/proto-file.js';
import type { ProtoLibrary } from '../../generator/protos/proto-library.js';
import { formatShapeKey } from '../../runtime/paths/shape.js';
import { parseTemplate } from '../../runtime/paths/template.js';

/** How often an inference and the definitions state the same. */
class Row {
  agree = 0;
  /** The inference states something else than the definition. */
  contradicted = 0;
  /** The inference states what the definition leaves open. */
  unconfirmed = 0;
  /** Only the definition states it. */
  missed = 0;

  constructor(readonly name: string) {}

  format(): string {
    const { agree, contradicted, unconfirmed, missed } = this;
    const part = (count: number, all: number): string => (all === 0 ? '–' : `${((100 * count) / all).toFixed(1)} %`);
    return `| ${this.name} | ${agree} | ${contradicted} | ${unconfirmed} | ${missed} | ${part(agree, agree + contradicted)} | ${part(agree, agree + missed)} |`;
  }
}

const typePrefix = 'type.googleapis.com/';

export class Comparison {
  readonly #required = new Row('`Required.` in descriptions');
  readonly #output = new Row('`Output only.` in descriptions');
  readonly #readOnly = new Row('`readOnly` of the document');
  readonly #immutable = new Row('`Immutable.` in descriptions');
  readonly #input = new Row('`Input only.` in descriptions');
  readonly #paths = new Row('paths of resources');
  readonly #responses = new Row('responses of operations');
  readonly #metadata = new Row('metadata of operations');

  add(api: Api, { fields, methods }: Pick<Matches, 'fields' | 'methods'>, library: ProtoLibrary): void {
    for (const { field, proto } of fields.fields) {
      const described = new Set(field.described);
      this.#addBehavior(this.#required, described.has('required'), 'REQUIRED', proto.options);
      this.#addBehavior(this.#output, described.has('readOnly'), 'OUTPUT_ONLY', proto.options);
      this.#addBehavior(this.#readOnly, field.readOnly && !field.inferred.includes('readOnly'), 'OUTPUT_ONLY', proto.options);
      this.#addBehavior(this.#immutable, described.has('immutable'), 'IMMUTABLE', proto.options);
      this.#addBehavior(this.#input, described.has('writeOnly'), 'INPUT_ONLY', proto.options);
    }
    this.#addPaths(api, fields);
    for (const { method, rpc, service } of methods) {
      const [info] = getOptions(rpc.options, 'google.longrunning.operation_info');
      if (!isObject(info) || method.operation !== 'longrunning') continue;
      this.#addType(this.#responses, method.operationResponse, findType(info, 'response_type', { library, scope: service.file.package }));
      const metadata = findMetadata(method);
      this.#addType(this.#metadata, metadata, findType(info, 'metadata_type', { library, scope: service.file.package }));
    }
  }

  /** A definition that states other behaviors of a field contradicts one that it doesn't state. */
  #addBehavior(row: Row, isInferred: boolean, behavior: string, options: ProtoOptions): void {
    const stated = listBehaviors(options);
    if (isInferred && stated.has(behavior)) row.agree += 1;
    else if (isInferred && [...stated].some((other) => exclusive[behavior]?.includes(other))) row.contradicted += 1;
    else if (isInferred) row.unconfirmed += 1;
    else if (stated.has(behavior)) row.missed += 1;
  }

  #addPaths(api: Api, { messages }: Matches['fields']): void {
    for (const { schema, message } of messages) {
      const [resource] = getOptions(message.options, 'google.api.resource');
      if (schema === undefined || !isObject(resource)) continue;
      const stated = new Set(getPatterns(resource).map((pattern) => formatShapeKey(parseTemplate(pattern).steps)));
      const inferred = new Set(
        api.resources
          .filter((found) => found.schema === schema)
          .map(({ path }) => formatShapeKey(parseTemplate(path).steps.slice(api.nameStart))),
      );
      for (const path of inferred)
        if (stated.has(path)) this.#paths.agree += 1;
        else if (stated.has('*') || stated.size === 0) this.#paths.unconfirmed += 1;
        else this.#paths.contradicted += 1;
      // A resource without methods has no path in the document.
      if (inferred.size > 0) for (const path of stated) if (path !== '*' && !inferred.has(path)) this.#paths.missed += 1;
    }
  }

  #addType(row: Row, inferred: string | null | undefined, stated: string | undefined): void {
    if (stated === undefined) return;
    if (inferred === undefined || inferred === null) row.missed += 1;
    else if (inferred === typePrefix + stated) row.agree += 1;
    else row.contradicted += 1;
  }

  /** A table in Markdown. */
  format(): string {
    const rows = [this.#required, this.#output, this.#readOnly, this.#immutable, this.#input, this.#paths, this.#responses, this.#metadata];
    const head =
      '| inferred from | agree | contradicted | unconfirmed | missed | precision | recall |\n| --- | --- | --- | --- | --- | --- | --- |';
    return [head, ...rows.map((row) => row.format())].join('\n');
  }
}

/** The behaviors that exclude others. */
const exclusive: Readonly<Record<string, readonly string[]>> = {
  REQUIRED: ['OPTIONAL', 'OUTPUT_ONLY'],
  OUTPUT_ONLY: ['OPTIONAL', 'REQUIRED', 'INPUT_ONLY', 'IDENTIFIER'],
  IMMUTABLE: ['OUTPUT_ONLY'],
  INPUT_ONLY: ['OUTPUT_ONLY'],
};

function getPatterns(resource: Json): readonly string[] {
  const pattern = isObject(resource) ? resource['pattern'] : undefined;
  const list: readonly unknown[] = Array.isArray(pattern) ? pattern : [pattern];
  return list.filter((each) => typeof each === 'string');
}

const findMetadata = ({ operationMetadata }: Method): string | undefined => operationMetadata?.type;

function findType(
  info: Json,
  key: string,
  { library, scope }: { readonly library: ProtoLibrary; readonly scope: string },
): string | undefined {
  const written = getText(info, key);
  if (written === undefined || written === '') return undefined;
  return library.findType(written, scope)?.value.name ?? written;
}
