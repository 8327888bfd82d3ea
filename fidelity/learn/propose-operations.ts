/** Turns facts about the operations of methods into rules of these methods. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { isObject, type Json, setMember } from '../../generator/lib/json.js';
import type { Api, Method } from '../../generator/model/model.js';
import { isAlreadySo, isCompared } from './differences.js';
import type { Findings, ListEntry, OverlayPath, Question } from './entry.js';
import type { Support } from './evidence.js';
import type { FieldFact } from './field-fact.js';
import { donePrefix, getVerb } from './observe.js';

/** Fields that depend on the time, or on how far an operation is. */
const progressField =
  /^(?:status|progress|done|error|response|startTime|endTime|insertTime|user|id|metadata\.progress\w*)$|^(?:error|response)\.(?!@type)/;

/** Fields of metadata that the mock sets in the form of metadata that most services have. */
const standardField = /^metadata\.(?:createTime|endTime|updateTime|statusMessage|statusDetail|cancelRequested|requestedCancellation)$/;

/** Fields of metadata with the time at which an operation starts or ends. */
const metadataTime = /^metadata\.(?:\w+\.)?(?:create|start|update|end|finish)Time$/;

/** The path of the methods of an API in an overlay. */
export const getMethodPath = ({ collections, name }: Method): OverlayPath => [
  ...collections.flatMap((collection) => ['resources', collection]),
  'methods',
  name,
];

export function proposeOperations(api: Api, facts: readonly FieldFact[]): Omit<Findings, 'keys'> {
  const starts = collectFacts(
    api,
    facts.filter(({ subject }) => subject.startsWith('operation')),
  );
  const ends = collectFacts(
    api,
    facts.filter(({ subject }) => subject.startsWith(donePrefix)),
  );
  const hasResources = api.methods.some((method) => isResource(starts.byMethod.get(method.id)?.get('metadata.@type')?.value, method, api));
  const rules = api.methods.flatMap((method) =>
    toRule(method, { start: starts.byMethod.get(method.id), end: ends.byMethod.get(method.id) }, hasResources),
  );
  return { rules, questions: [...starts.questions, ...ends.questions], alreadySo: starts.alreadySo + ends.alreadySo };
}

type FactsByField = ReadonlyMap<string, OperationFact>;

interface CollectedFacts extends Pick<Findings, 'questions' | 'alreadySo'> {
  readonly byMethod: ReadonlyMap<string, FactsByField>;
}

function collectFacts(api: Api, own: readonly FieldFact[]): CollectedFacts {
  const byMethod = new Map<string, Map<string, OperationFact>>();
  const questions: Question[] = [];
  let alreadySo = 0;
  // The facts about single methods come last, and replace those about all.
  const ordered = [...own].sort(
    (left, right) => Number(left.subject !== 'operations') - Number(right.subject !== 'operations') || compareText(left.field, right.field),
  );
  for (const fact of ordered.flatMap(splitObject)) {
    const isSame = isAlreadySo(fact.evidence, fact.field);
    if (isProgress(fact) || (fact.value === '{now}' && !metadataTime.test(fact.field))) continue;
    if (standardField.test(fact.field) && (isSame || !isCompared(fact.evidence))) continue;
    if (fact.question !== undefined) {
      if (!isSame && fact.subject !== 'operations')
        questions.push({
          id: `${getMethodId(fact)}:operation.${fact.subject.startsWith(donePrefix) ? 'done.' : ''}${fact.field}`,
          value: fact.value,
          reason: fact.question,
          scenarios: fact.support.scenarios,
        });
      continue;
    }
    if (isSame) alreadySo += 1;
    for (const method of listMethods(api, fact)) {
      const evidence = fact.evidence.filter(({ call }) => call.method === method);
      const value = renderForMethod(fact.value, method, api);
      const fields = byMethod.get(method.id) ?? new Map<string, OperationFact>();
      byMethod.set(method.id, fields);
      if (isSame || value === undefined || (evidence.length > 0 && isAlreadySo(evidence, fact.field))) fields.delete(fact.field);
      else fields.set(fact.field, { value, support: fact.support });
    }
  }
  return { byMethod, questions, alreadySo };
}

/** Links are only stated if they begin at the address of the API, and the ID of the target only if it is a part of the URL. */
const isProgress = ({ field, value }: FieldFact): boolean =>
  progressField.test(field) ||
  (/^(?:selfLink|targetLink)$/.test(field) && !(typeof value === 'string' && value.startsWith('{rootUrl}'))) ||
  (field === 'targetId' && !(typeof value === 'string' && /^\{(?:path|resource)\.\w+\}$/.test(value)));

/** The method of the operations that a fact is about. */
const getMethodId = ({ subject }: FieldFact): string => subject.slice(subject.indexOf(' ') + 1);

interface OperationFact {
  readonly value: Json;
  readonly support: Support;
}

/** States the members of an object as facts of their own. */
function splitObject(fact: FieldFact): readonly FieldFact[] {
  const { value } = fact;
  if (!isObject(value) || Object.keys(value).length === 0) return [fact];
  return Object.entries(value).flatMap(([key, inner]) => splitObject({ ...fact, field: `${fact.field}.${key}`, value: inner }));
}

/** The methods to which a fact applies: those whose operations show it. */
function listMethods(api: Api, fact: FieldFact): readonly Method[] {
  const { subject, evidence } = fact;
  const starters = api.methods.filter(({ operation, waits }) => operation !== undefined && !waits);
  if (subject !== 'operations') return starters.filter(({ id }) => id === getMethodId(fact));
  const seen = new Set(evidence.map(({ call }) => call.method.id));
  return starters.filter((method) => seen.has(method.id));
}

function renderForMethod(value: Json, method: Method, api: Api): Json | undefined {
  if (typeof value === 'object') return /\{[A-Za-z]/.test(JSON.stringify(value)) ? undefined : value;
  if (typeof value !== 'string') return value;
  const path = 'resource' in method.action ? method.action.resource : undefined;
  const resource = api.resources.find((one) => one.path === path);
  const id = path === undefined ? undefined : /\{([^=}]+)[^}]*\}$/.exec(path)?.[1];
  const text = value
    .replaceAll('{method.name}', method.name)
    .replaceAll('{method.path}', method.id)
    .replaceAll('{method.verb}', getVerb(method))
    .replaceAll('{method.kind}', method.action.kind)
    .replaceAll('{api.name}', api.name)
    .replaceAll('{api.version}', api.version)
    .replaceAll('{resource.schema}', resource?.schema ?? '{resource.schema}')
    .replaceAll('{resource.id}', id === undefined ? '{resource.id}' : `{path.${id}}`);
  if (/\{(?:method|resource)\.\w+\}/.test(text) || (resource === undefined && /\{(?:path\.|resourceName|locationCollection)/.test(text)))
    return undefined;
  const names = new Set([...(path ?? '').matchAll(/\{([^=}]+)/g)].map(([, name]) => name));
  return [...text.matchAll(/\{path\.(\w+)\}/g)].every(([, name]) => names.has(name)) ? text : undefined;
}

/** The type of the result, which only an operation that succeeded has. */
const resultType = 'response.@type';

function toRule(
  method: Method,
  { start: facts = new Map(), end = new Map() }: { readonly start: FactsByField | undefined; readonly end: FactsByField | undefined },
  hasResources: boolean,
): ListEntry[] {
  const content: Record<string, Json> = { kind: 'operation' };
  const fields: Record<string, Json> = {};
  const typeUrl = 'type.googleapis.com/';
  const result = end.get(resultType)?.value;
  if (typeof result === 'string' && result.startsWith(typeUrl)) content['response'] = result.slice(typeUrl.length);
  for (const [field, { value }] of [...facts].sort(([left], [right]) => compareText(left, right))) {
    if (field === 'operationType' && typeof value === 'string' && !value.includes('{')) content['type'] = value;
    else if (/^(?:metadata|response)\.@type$/.test(field) && typeof value === 'string' && value.startsWith(typeUrl))
      content[field.split('.')[0] as string] = value.slice(typeUrl.length);
    else if (field === 'name') {
      if (typeof value === 'string' && value.includes('{generated.')) content['name'] = value;
    } else if (!field.includes('@') && !(hasResources && field.startsWith('metadata.'))) setMember(fields, field, value);
  }
  if (Object.keys(fields).length > 0) content['fields'] = fields;
  const doneFields = [...end]
    .filter(([field]) => field !== resultType && !(hasResources && field.startsWith('metadata.')))
    .sort(([left], [right]) => compareText(left, right));
  if (doneFields.length > 0) content['doneFields'] = Object.fromEntries(doneFields.map(([field, { value }]) => [field, value]));
  if (Object.keys(content).length === 1) return [];
  const [weakest] = [...facts.values(), ...end.values()]
    .map(({ support }) => support)
    .sort((left, right) => left.scenarios - right.scenarios);
  return [{ at: [...getMethodPath(method), 'x-rules'], id: `${method.id}:operation`, content, support: weakest as Support }];
}

/** Whether the type of the metadata is that of the resource. Then facts about its fields are facts about the resource. */
function isResource(type: Json | undefined, { action }: Method, api: Api): boolean {
  const schema = 'resource' in action ? api.resources.find(({ path }) => path === action.resource)?.schema : undefined;
  return typeof type === 'string' && schema !== undefined && schema.endsWith(type.slice(type.lastIndexOf('.') + 1));
}
