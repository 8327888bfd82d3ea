/** Turns facts about fields of resources into rules of schemas. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { isObject, type Json, type JsonObject, omitUndefined, isEqual } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import type { ObservedCall } from './calls.js';
import { isAlreadySo, isCompared } from './differences.js';
import type { Findings, ListEntry, Question } from './entry.js';
import { FieldTypes } from './flatten.js';
import type { FieldFact } from './field-fact.js';

const partSubject = / part$/;

/** The proposed rules, those of resources before those of their parts. */
export function proposeFields(api: Api, facts: readonly FieldFact[]): Omit<Findings, 'keys'> {
  const schemas = new Set(api.schemas.map(({ id }) => id));
  const resources = new Set(api.resources.flatMap(({ schema }) => schema ?? []));
  const own = facts.filter(({ subject, evidence }) => {
    const schema = subject.replace(partSubject, '');
    const isPart = partSubject.test(subject);
    return schemas.has(schema) && (isPart ? !resources.has(schema) : evidence.some(({ role }) => role === 'resource'));
  });
  const ordered = [...own].sort(
    (left, right) =>
      Number(partSubject.test(left.subject)) - Number(partSubject.test(right.subject)) ||
      left.field.split('.').length - right.field.split('.').length ||
      compareText(left.subject, right.subject) ||
      compareText(left.field, right.field),
  );
  return new FieldProposals(api).propose(ordered);
}

class FieldProposals {
  private readonly rules = new Map<string, ListEntry>();
  private readonly questions: Question[] = [];
  private readonly covered = new Set<string>();
  private readonly callIds = new Map<ObservedCall, number>();
  private alreadySo = 0;

  private readonly types: FieldTypes;

  constructor(private readonly api: Api) {
    this.types = new FieldTypes(api);
  }

  propose(facts: readonly FieldFact[]): Omit<Findings, 'keys'> {
    for (const fact of facts) this.add(fact);
    return { rules: [...this.rules.values()], questions: this.questions, alreadySo: this.alreadySo };
  }

  private add(fact: FieldFact): void {
    const schema = fact.subject.replace(partSubject, '');
    const id = `${schema}.${fact.field}:${fact.isForced ? 'constant' : 'default'}${formatCondition(fact.when)}`;
    if (isCompared(fact.evidence) ? isAlreadySo(fact.evidence, fact.field) : this.isInferred(fact, schema)) {
      if (fact.question === undefined) this.alreadySo += 1;
      return;
    }
    if (this.isCovered(fact) || this.isDerivedAddress(fact, schema)) return;
    const rule = fact.question === undefined ? this.toRule(fact, schema) : undefined;
    if (rule === undefined) {
      this.questions.push({ id, value: fact.value, reason: fact.question ?? 'no rule can state it', scenarios: fact.support.scenarios });
      return;
    }
    this.cover(fact);
    const key = `${schema}.${fact.field}:${String(rule['kind'])}${formatCondition(fact.when)}`;
    this.rules.set(`${schema} ${key}`, {
      at: ['schemas', schema, 'x-rules'],
      id,
      content: rule,
      support: fact.support,
    });
  }

  /** Whether the mock already derives an address from other fields, which a normalized recording hides. */
  private isDerivedAddress({ field, value }: FieldFact, schema: string): boolean {
    return value === '{generated.ipv4}' && this.types.find({ kind: 'ref', schema }, field)?.serverValue !== undefined;
  }

  /** Whether the model already says where the value of a field comes from. */
  private isInferred({ field, value, evidence }: FieldFact, schema: string): boolean {
    const own = this.types.find({ kind: 'ref', schema }, field);
    const resource = evidence[0]?.resource?.template;
    const isName = resource?.schema === schema && resource.idFields.includes(field);
    return isName || own?.serverValue !== undefined || own?.always === value || (own?.default !== undefined && isEqual(own.default, value));
  }

  private toRule(fact: FieldFact, schema: string): JsonObject | undefined {
    const { field, when } = fact;
    const type = this.types.find({ kind: 'ref', schema }, field)?.type;
    const rendered = this.renderFacets(fact.value, schema);
    const value = rendered === undefined || type === undefined ? undefined : this.types.selectKnown(rendered, type);
    if (value === undefined) return undefined;
    const methods = when?.['method.id'];
    // Later requests change the value. A rule for creations alone would restore it, unless requests can set the field.
    if (methods !== undefined && (!methods.includes('create') || fact.isForced)) return undefined;
    if (methods !== undefined)
      return { kind: 'serverDefault', field, value, ...(value === '{now}' && fact.isSettable !== true && { on: ['create'] }) };
    const isRenewed =
      fact.isForced || (fact.isFollowing === true && !this.hasRule(schema, field)) || (value === '{now}' && /updat|modif/i.test(field));
    const on = isRenewed ? ['create', 'update'] : undefined;
    return omitUndefined({ kind: 'serverDefault', field, value, when: when as Json | undefined, on }) as JsonObject;
  }

  /** Whether a rule sets the field already. One that applies to all changes would undo it. */
  private hasRule(schema: string, field: string): boolean {
    const object = this.types.resolve({ kind: 'ref', schema });
    return object?.kind === 'object' && object.rules.some(({ rule }) => 'field' in rule && rule.field === field);
  }

  /** Replaces the names of the API and of the schema, which are constants in an overlay. */
  private renderFacets(value: Json, schema: string): Json | undefined {
    if (Array.isArray(value)) return value.map((element: Json) => this.renderFacets(element, schema) ?? null);
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.renderFacets(inner, schema) ?? null]));
    if (typeof value !== 'string') return value;
    const text = value
      .replaceAll('{api.name}', this.api.name)
      .replaceAll('{api.version}', this.api.version)
      .replaceAll('{schema.name}', schema.charAt(0).toLowerCase() + schema.slice(1));
    return /\{(?:method|resource|schema)\.\w+\}/.test(text) ? undefined : text;
  }

  /** Facts about a part of a resource add nothing where facts about the resource set the same fields. */
  private isCovered({ subject, field, evidence }: FieldFact): boolean {
    if (!partSubject.test(subject)) return false;
    return evidence.every((observation) => this.listPlaces(observation, field).some((place) => this.covered.has(place)));
  }

  private cover({ evidence, field, value, isPartial }: FieldFact): void {
    const fields = isPartial === true ? listLeaves(value, field) : [field];
    for (const observation of evidence) for (const own of fields) this.covered.add(this.listPlaces(observation, own)[0] as string);
  }

  /** The place of a field, and of the objects around it. */
  private listPlaces({ call, at }: FieldFact['evidence'][number], field: string): readonly string[] {
    const id = this.callIds.get(call) ?? this.callIds.size;
    this.callIds.set(call, id);
    const places: string[] = [];
    for (
      let place = at === '' ? field : `${at}.${field}`;
      place !== '';
      place = place.includes('.') ? place.slice(0, place.lastIndexOf('.')) : ''
    )
      places.push(`${id} ${place}`);
    return places;
  }
}

/** The paths of the values in an object. */
const listLeaves = (value: Json, path: string): readonly string[] =>
  isObject(value) ? Object.entries(value).flatMap(([name, inner]) => listLeaves(inner, `${path}.${name}`)) : [path];

export const formatCondition = (when: FieldFact['when']): string =>
  Object.entries(when ?? {})
    .map(([field, values]) => ` if ${field}=${values.map((value) => JSON.stringify(value)).join('|')}`)
    .join('');
