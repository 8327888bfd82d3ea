/** Finds fields that the mock returns and the service omits. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { type Json, isEqual } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import { formatPointer, getBodyDifferences } from './differences.js';
import type { Findings, ListEntry, Question } from './entry.js';
import { countValues, getChance, isSufficient, Support } from './evidence.js';
import { FieldTypes, getAtPath } from './flatten.js';
import type { Observation } from './observe.js';
import { formatCondition } from './propose-fields.js';
import { isEmpty } from './values.js';

/** A field that the mock returned in addition. */
interface ExtraField {
  readonly subject: string;
  readonly field: string;
  readonly values: Json[];
  readonly support: Support;
  readonly first: Observation;
  readonly observations: Observation[];
}

export function proposeOmitted(api: Api, observations: readonly Observation[]): Pick<Findings, 'rules' | 'questions'> {
  const types = new FieldTypes(api);
  const rules: ListEntry[] = [];
  const questions: Question[] = [];
  for (const extra of collectExtraFields(observations, types)) {
    const { subject, field, support, first } = extra;
    const own = observations.filter((observation) => observation.subject === subject);
    const shown = own.filter(({ value }) => getAtPath(value, field) !== undefined);
    const when = shown.length === 0 ? undefined : findOtherCollections(extra, shown, types);
    const recorded = when === undefined ? shown.map(({ value }) => getAtPath(value, field)!) : [];
    const values = findOmittedValues(extra, recorded);
    if (values === undefined) continue;
    const schema = subject.replace(/ part$/, '');
    const id = `${schema}.${field}:omitted${formatCondition(when)}`;
    const type = types.resolve(types.find(first.type, field)?.type);
    const size = countValues(type, extra.values[0]!) + 1;
    if (!isSufficient(support.scenarios, getChance(size, support.scenarios))) {
      questions.push({
        id,
        value: values === 'all' ? null : values,
        reason: support.scenarios < 3 ? `seen in ${support.scenarios} independent scenarios` : 'can be by chance',
        scenarios: support.scenarios,
      });
      continue;
    }
    rules.push({
      at: ['schemas', schema, 'x-rules'],
      id,
      content: { kind: 'omitted', fields: [field], ...(values !== 'all' && { values }), ...(when !== undefined && { when }) },
      support,
    });
  }
  return { rules, questions };
}

/**
 * The condition under which resources of some collections lack a field that those of other collections with the same schema have: the field
 * with the region, which a global resource lacks.
 */
function findOtherCollections(
  { observations }: ExtraField,
  shown: readonly Observation[],
  types: FieldTypes,
): Readonly<Record<string, readonly null[]>> | undefined {
  const listVariables = (list: readonly Observation[]): readonly (readonly string[])[] =>
    list.map(({ role, resource }) => (role === 'resource' ? Object.keys(resource?.variables ?? {}) : []));
  const [own, other] = [listVariables(observations), listVariables(shown)];
  const field = other[0]?.find(
    (name) =>
      types.find(shown[0]!.type, name) !== undefined &&
      other.every((names) => names.includes(name)) &&
      own.every((names) => names.length > 0 && !names.includes(name)),
  );
  return field === undefined ? undefined : { [field]: [null] };
}

/** `all`, or the values that the service omits. `undefined` if recordings contain them. */
function findOmittedValues({ values }: ExtraField, recorded: readonly Json[]): 'all' | readonly Json[] | undefined {
  if (recorded.length === 0 && !values.every(isEmpty)) return 'all';
  const distinct = values.filter((value, index) => values.findIndex((other) => isEqual(other, value)) === index);
  if (!distinct.every(isEmpty) || distinct.some((value) => recorded.some((other) => isEqual(other, value)))) return undefined;
  return distinct;
}

/** Lists the additional fields of resources and of elements of their lists and maps. */
function collectExtraFields(observations: readonly Observation[], types: FieldTypes): readonly ExtraField[] {
  const found = new Map<string, ExtraField>();
  for (const observation of observations) {
    if (observation.role !== 'resource' && observation.role !== 'element') continue;
    const prefix = observation.at === '' ? '' : `${observation.at}.`;
    for (const { kind, pointer, actual } of getBodyDifferences(observation.call) ?? []) {
      const place = formatPointer(pointer ?? []);
      const field = place.slice(prefix.length);
      if (
        kind !== 'extra' ||
        actual === undefined ||
        !place.startsWith(prefix) ||
        field.includes('[') ||
        types.find(observation.type, field) === undefined
      )
        continue;
      const key = `${observation.subject} ${field}`;
      const extra = found.get(key) ?? {
        subject: observation.subject,
        field,
        values: [],
        support: new Support(),
        first: observation,
        observations: [],
      };
      found.set(key, extra);
      extra.values.push(actual);
      extra.observations.push(observation);
      extra.support.add(observation.scenario);
    }
  }
  return [...found.values()].sort((left, right) => compareText(`${left.subject} ${left.field}`, `${right.subject} ${right.field}`));
}

/** Finds the fields that the operations of a method don't have. */
export function findFieldsMissingFromOperations(
  observations: readonly Observation[],
): ReadonlyMap<string, { readonly fields: readonly string[]; readonly support: Support }> {
  const starts = observations.filter(({ subject }) => subject === 'operations');
  const found = new Map<string, ExtraOfOperation>();
  const common = new Map<string, Support>();
  for (const { call, scenario } of starts)
    for (const { kind, pointer } of getBodyDifferences(call) ?? []) {
      const field = formatPointer(pointer ?? []);
      const id = call.method.id;
      if (kind !== 'extra' || field.includes('[') || /^(?:response|error|done)\b|@/.test(field)) continue;
      if (starts.some((other) => other.call.method === call.method && getAtPath(other.value, field) !== undefined)) continue;
      const extra = found.get(`${id} ${field}`) ?? { id, field, support: new Support() };
      found.set(`${id} ${field}`, extra);
      extra.support.add(scenario);
      if (starts.every(({ value }) => getAtPath(value, field) === undefined))
        common.set(field, (common.get(field) ?? new Support()).add(scenario));
    }
  // What no operation has, those lack, too, that the mock didn't return.
  const uncompared = starts.filter(({ call }) => getBodyDifferences(call) === undefined).map(({ call }) => call.method.id);
  for (const [field, support] of common)
    for (const id of uncompared) if (!found.has(`${id} ${field}`)) found.set(`${id} ${field}`, { id, field, support });
  const result = new Map<string, { fields: string[]; support: Support }>();
  for (const { id, field, support: own } of [...found.values()].sort((left, right) => compareText(left.field, right.field))) {
    const support = common.get(field) ?? own;
    if (!isSufficient(support.scenarios, getChance(4, support.scenarios))) continue;
    const entry = result.get(id) ?? { fields: [], support };
    result.set(id, entry);
    entry.fields.push(field);
  }
  return result;
}

interface ExtraOfOperation {
  readonly id: string;
  readonly field: string;
  readonly support: Support;
}
