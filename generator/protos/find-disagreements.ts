/** Finds where protobuf definitions and a document contradict each other. */
import { compareText } from '../lib/diagnostics.js';
import type { Field, Type } from '../model/model.js';
import { formatSource, isDeprecated, listBehaviors, type Matches } from './collect-facts.js';
import type { ProtoEnum, ProtoField } from './proto-file.js';

export interface Disagreement {
  /** The element: `schemas.Topic.properties.name`. */
  readonly at: string;
  /** What each states. */
  readonly document: string;
  readonly protos: string;
  /** The file and the line of the definition. */
  readonly source: string;
}

export function findDisagreements({ fields, methods }: Pick<Matches, 'fields' | 'methods'>): readonly Disagreement[] {
  const found: Disagreement[] = [];
  for (const { field, proto, file, values } of fields.fields) {
    const differences = [...compareBehavior(field, proto), ...compareKind(field.type, proto), ...compareValues(field.type, values)];
    const site = { at: field.pointer.join('.'), source: formatSource(file, proto.line) };
    found.push(...differences.map(([document, protos]) => ({ ...site, document, protos })));
  }
  for (const { method, rpc, service } of methods)
    if (method.deprecated && !isDeprecated(rpc.options))
      found.push({ at: method.id, document: 'deprecated', protos: 'no deprecation', source: formatSource(service.file, rpc.line) });
  return found.sort((a, b) => compareText(a.at, b.at));
}

type Difference = readonly [document: string, protos: string];

/** Compares behaviors that exclude each other. A definition that states none says nothing. */
function compareBehavior({ described, readOnly, required }: Field, { options }: ProtoField): readonly Difference[] {
  const behaviors = listBehaviors(options);
  const differences: Difference[] = [];
  const [isOptional, isRequired] = [behaviors.has('OPTIONAL'), behaviors.has('REQUIRED')];
  if (readOnly && (isOptional || isRequired) && !behaviors.has('OUTPUT_ONLY'))
    differences.push(['output only', isRequired ? 'REQUIRED' : 'OPTIONAL']);
  if ((required || described.includes('required')) && !readOnly && isOptional) differences.push(['required', 'OPTIONAL']);
  if (described.includes('required') && !readOnly && behaviors.has('OUTPUT_ONLY')) differences.push(['required', 'OUTPUT_ONLY']);
  return differences;
}

function compareKind(type: Type, { kind }: ProtoField): readonly Difference[] {
  const stated = type.kind === 'array' ? 'list' : type.kind === 'map' ? 'map' : 'single';
  const isOpaque = type.kind === 'any' || type.kind === 'map' || type.kind === 'object';
  return stated === kind || (isOpaque && kind !== 'list')
    ? []
    : stated === 'list' || kind === 'list'
      ? [[describeKind(stated), describeKind(kind)]]
      : [];
}

const describeKind = (kind: ProtoField['kind']): string => (kind === 'list' ? 'a list' : kind === 'map' ? 'a map' : 'one value');

const maxNames = 8;

function compareValues(type: Type, values: ProtoEnum | undefined): readonly Difference[] {
  if (type.kind === 'array') return compareValues(type.items, values);
  if (type.kind === 'map') return compareValues(type.values, values);
  if (values === undefined || type.kind !== 'string' || type.enum === undefined) return [];
  const stated = new Set(type.enum.map(({ value }) => value));
  const onlyDocument = [...stated].filter((name) => !values.values.has(name));
  const onlyProtos = [...values.values.keys()].filter((name) => !stated.has(name));
  return [
    ...(onlyDocument.length > 0 ? [[`the values ${formatNames(onlyDocument)}`, 'an enum without them'] as const] : []),
    ...(onlyProtos.length > 0 ? [['an enum without them', `the values ${formatNames(onlyProtos)}`] as const] : []),
  ];
}

const formatNames = (names: readonly string[]): string => `${names.slice(0, maxNames).join(', ')}${names.length > maxNames ? ', …' : ''}`;
