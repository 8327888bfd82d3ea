/** Collects what protobuf definitions state about the elements of an API, as entries of an overlay. */
import type { Json, Pointer } from '../lib/json.js';
import { getMember, getText, isObject, omitUndefined } from '../lib/json.js';
import type { Api, Parameter, Type } from '../model/model.js';
import { isWellKnown } from './well-known.js';
import { type FieldMatch, type FieldMatches, type ParameterMatch } from './match-fields.js';
import type { MethodMatch } from './match-methods.js';
import { getOptions, type ProtoEnum, type ProtoFile, type ProtoOptions } from './proto-file.js';
import { isMessage, type ProtoLibrary } from './proto-library.js';
import type { RetryPolicy } from './retry-policies.js';

/** A value of a key of an element, or an entry of its list. */
export interface ProtoFact {
  /** The element in the document. */
  readonly at: Pointer;
  readonly key: string;
  readonly value: Json;
  /** The file and the line of the declaration: `google/pubsub/v1/pubsub.proto:120`. */
  readonly source: string;
  /** The file and the line of the message that has a field. */
  readonly owner?: string;
}

export interface CollectedFacts {
  /** What neither the document nor the conventions of the mock state. */
  readonly facts: readonly ProtoFact[];
  /** The number of facts that they do state. */
  readonly alreadySo: number;
  /** The IDs of the methods with at least one fact, stated or not. */
  readonly methods: ReadonlySet<string>;
}

export interface Matches {
  readonly api: Api;
  readonly methods: readonly MethodMatch[];
  readonly fields: FieldMatches;
  readonly library: ProtoLibrary;
  /** How clients of the publisher retry methods, by their full names. */
  readonly retries: ReadonlyMap<string, RetryPolicy>;
}

export function collectFacts({ api, methods, fields, library, retries }: Matches): CollectedFacts {
  const collector = new Collector();
  const oneofs = countOneofs(fields);
  for (const match of fields.fields) {
    addField(collector, match);
    if ((oneofs.get(toOneofKey(match)) ?? 0) > 1) addOneof(collector, match);
  }
  for (const match of fields.parameters) addParameter(collector, match);
  for (const match of methods) addMethod(collector, match, { api, library, retries });
  return { facts: collector.facts, alreadySo: collector.alreadySo, methods: new Set(methods.map(({ method }) => method.id)) };
}

class Collector {
  readonly facts: ProtoFact[] = [];
  alreadySo = 0;

  /** `isStated`: whether the document or a convention has the fact. */
  add(fact: ProtoFact, isStated: boolean): void {
    if (isStated) this.alreadySo += 1;
    else this.facts.push(fact);
  }
}

/** The behaviors of a field (AIP-203). */
export function listBehaviors(options: ProtoOptions): ReadonlySet<string> {
  return new Set(getOptions(options, 'google.api.field_behavior').filter((value) => typeof value === 'string'));
}

export const isDeprecated = (options: ProtoOptions): boolean =>
  getOptions(options, 'deprecated').some((value) => value === true || value === 'true');

export const formatSource = ({ path }: ProtoFile, line: number): string => `${path}:${line}`;

function addField(collector: Collector, { field, proto, message, file, values }: FieldMatch): void {
  const { pointer: at, required, requiredBy, expected, expectedBy, statedOptional, present, readOnly, immutable, deprecated } = field;
  const source = formatSource(file, proto.line);
  const owner = formatSource(file, message.line);
  const behaviors = listBehaviors(proto.options);
  const isOutput = behaviors.has('OUTPUT_ONLY');
  const isNeeded =
    required || expected === true || [requiredBy, expectedBy, statedOptional, present].some((stated) => stated !== undefined);
  if (isOutput) collector.add({ at, key: 'readOnly', value: true, source, owner }, readOnly);
  else if (behaviors.has('REQUIRED') && !readOnly) collector.add({ at, key: 'x-expected', value: true, source, owner }, isNeeded);
  if (behaviors.has('IMMUTABLE') && !isOutput) collector.add({ at, key: 'x-immutable', value: true, source, owner }, immutable);
  if (isDeprecated(proto.options)) collector.add({ at, key: 'deprecated', value: true, source, owner }, deprecated);
  if (values !== undefined) addEnum(collector, { at, type: field.type, values, source, owner });
}

/** The oneof of a field, in the object that has it. */
const toOneofKey = ({ field, proto }: FieldMatch): string =>
  proto.oneof === undefined ? '' : JSON.stringify([field.pointer.slice(0, -1), proto.oneof]);

/** Counts the fields of oneofs that requests can set. */
function countOneofs({ fields }: FieldMatches): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const match of fields)
    if (match.proto.oneof !== undefined && !match.field.readOnly) counts.set(toOneofKey(match), (counts.get(toOneofKey(match)) ?? 0) + 1);
  return counts;
}

function addOneof(collector: Collector, { field, proto, message, file }: FieldMatch): void {
  const { pointer: at, oneof, readOnly } = field;
  if (proto.oneof === undefined || readOnly) return;
  collector.add(
    { at, key: 'x-oneof', value: proto.oneof, source: formatSource(file, proto.line), owner: formatSource(file, message.line) },
    oneof !== undefined,
  );
}

/** An update without a mask changes all fields of its body, also where the definition requires the mask. */
const isMask = ({ type }: Parameter): boolean => type.kind === 'string' && type.format === 'google-fieldmask';

function addParameter(collector: Collector, { parameter, proto, file, values }: ParameterMatch): void {
  const { pointer: at, location, required, deprecated, type } = parameter;
  const source = formatSource(file, proto.line);
  if (location === 'query' && listBehaviors(proto.options).has('REQUIRED') && !isMask(parameter))
    collector.add({ at, key: 'required', value: true, source }, required);
  if (isDeprecated(proto.options)) collector.add({ at, key: 'deprecated', value: true, source }, deprecated);
  if (values !== undefined) addEnum(collector, { at, type, values, source });
}

interface EnumSite extends Pick<ProtoFact, 'at' | 'source' | 'owner'> {
  readonly type: Type;
  readonly values: ProtoEnum;
}

/** Adds the numbers of the values that the document lists, where the list is: in the field, its items, or the values of its map. */
function addEnum(collector: Collector, { type, values, ...site }: EnumSite): void {
  const { at } = site;
  if (type.kind === 'array') return addEnum(collector, { ...site, at: [...at, 'items'], type: type.items, values });
  if (type.kind === 'map') return addEnum(collector, { ...site, at: [...at, 'additionalProperties'], type: type.values, values });
  if (type.kind !== 'string' || type.enum === undefined) return;
  const stated = new Map(type.enum.map(({ value, number }) => [value, number]));
  // Of several names for a number, the first one counts.
  const names = new Map([...values.values].reverse().map(([name, number]) => [number, name]));
  const known = [...values.values].filter(([name, number]) => stated.has(name) && names.get(number) === name);
  if (known.length === 0) return;
  const isStated = known.every(([name, number]) => stated.get(name) === number);
  collector.add({ ...site, key: 'x-enumNumbers', value: Object.fromEntries(known) }, isStated);
}

type MethodContext = Pick<Matches, 'api' | 'library' | 'retries'>;

const typePrefix = 'type.googleapis.com/';

function addMethod(collector: Collector, { method, rpc, service }: MethodMatch, { library, retries }: MethodContext): void {
  const at = method.pointer;
  const source = formatSource(service.file, rpc.line);
  if (isDeprecated(rpc.options)) collector.add({ at, key: 'deprecated', value: true, source }, method.deprecated);
  const retry = retries.get(`${service.value.name}.${rpc.name}`) ?? retries.get(service.value.name);
  // The client retries idempotent methods anyway.
  if (retry !== undefined && (method.httpMethod === 'POST' || method.httpMethod === 'PATCH')) {
    const { source: config, ...policy } = retry;
    collector.add({ at, key: 'x-retry', value: { ...policy }, source: config }, method.retry !== undefined);
  }
  const [info] = getOptions(rpc.options, 'google.longrunning.operation_info');
  if (!isObject(info) || method.operation !== 'longrunning') return;
  const readType = (key: string): string | undefined => {
    const written = getText(info, key);
    if (written === undefined || written === '') return undefined;
    const found = library.findType(written, service.file.package);
    return isMessage(found) ? found.value.name : isWellKnown(written) ? written : undefined;
  };
  const [response, metadata] = [readType('response_type'), readType('metadata_type')];
  const isResponse = response === undefined || method.operationResponse === typePrefix + response;
  const isMetadata = metadata === undefined || method.operationMetadata?.type === typePrefix + metadata;
  const value = {
    kind: 'operation',
    ...omitUndefined({ ...(!isMetadata && { metadata }), ...(!isResponse && { response }) }),
    id: `${method.id}:operation`,
  };
  if (getMember(info, 'response_type') === undefined && getMember(info, 'metadata_type') === undefined) return;
  collector.add({ at, key: 'x-rules', value, source }, isResponse && isMetadata);
}
