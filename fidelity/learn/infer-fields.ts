/** Infers what the server sets in messages: constants, defaults, templates, and generated values, also under one condition. */
import { countArrangements, countValues, getChance, isSufficient, minScenarios, Support } from './evidence.js';
import { hasRecordedValue, listExpressions, type Expression, isSecretAt, isPublishable, SourceTable } from './expressions.js';
import type { FieldFact } from './field-fact.js';
import { borrowEvidence, type Families, findFamilies } from './families.js';
import { FieldTypes, getAtPath } from './flatten.js';
import { groupBy } from '../../generator/lib/group-by.js';
import { compareText } from '../../generator/lib/diagnostics.js';
import { isObject, type Json, isEqual } from '../../generator/lib/json.js';
import { hasChangedElements, hasDeletedBelow } from './children.js';
import { addCustomMethodQuestion } from './custom-methods.js';
import { inferCopy, isCopy, isCopyable, listCopySources } from './infer-copies.js';
import { findExceptionFields, isPresent } from './infer-exceptions.js';
import { isListOfObjects, PartFinder } from './infer-parts.js';
import type { Api, Type } from '../../generator/model/model.js';
import { mergeObjects } from './merge-objects.js';
import type { Observation } from './observe.js';
import { type ConditionField, findCondition, getChanceOfGroup, present } from './find-condition.js';
import { areRelated, type FieldEntry, isOfMethod, type ObservedField, type FieldGroups } from './observed-field.js';
import { collectProjectNumbers, isPrivateText, isSecretField } from './values.js';

/** The observations of one API. */
export interface ApiObservations {
  readonly api: Api;
  readonly observations: readonly Observation[];
}

/** Infers the facts of APIs. What several of them have in common is evidence for each. */
export function inferFieldFacts(apis: readonly ApiObservations[]): FieldFact[][] {
  const found = apis.map(({ api, observations }) => {
    const projects = new Set(
      observations.flatMap(({ resource }) =>
        Object.entries(resource?.variables ?? {}).flatMap(([name, text]) => (/project/i.test(name) ? [text] : [])),
      ),
    );
    for (const { value } of observations) collectProjectNumbers(value, projects);
    const subjects = [...groupBy(observations, ({ subject }) => subject)].sort(([left], [right]) => compareText(left, right));
    return subjects.map(([, own]) => {
      const inference = new SubjectInference(api, own, projects);
      return { inference, facts: inference.run() };
    });
  });
  const families = findFamilies(found.flat().flatMap(({ facts }) => [...facts.values()].flat()));
  return found.map((subjects) => subjects.flatMap(({ inference, facts }) => inference.finish(facts, families)));
}

const maxConditionValues = 5;

/** The share of scenarios in which a usual value holds. */
const usualShare = 0.8;

const toConditionValue = (value: Json): Json => (typeof value === 'object' && value !== null ? present : value);

/** Whether a condition is about the method that started an operation. */
const isOfOperation = (path: string): boolean => path === 'method.kind' || path === 'method.name';

/** The result of an operation and its metadata are views of the resource. */
const operationPart = /^(?:response|metadata)(?:\.|$)/;

/** The name of a time that isn't the one of the change. */
const laterTime = /(?:expir|destroy|purge)[a-z]*(?:Time)?$/i;

/** A path, and those of the objects around it. */
const listAncestors = (path: string): readonly string[] => path.split('.').map((_, index, keys) => keys.slice(0, index + 1).join('.'));

class SubjectInference {
  private readonly types: FieldTypes;
  private readonly table = new SourceTable();
  private readonly known: readonly Observation[];

  constructor(
    private readonly api: Api,
    observations: readonly Observation[],
    private readonly projects: ReadonlySet<string>,
  ) {
    this.types = new FieldTypes(api);
    this.known = observations;
  }

  private observedFields: readonly ObservedField[] = [];

  /** Infers the facts of single fields. */
  run(): Map<string, readonly FieldFact[]> {
    this.observedFields = this.listObservedFields();
    const facts = new Map<string, readonly FieldFact[]>();
    for (const one of this.observedFields) {
      const found = this.inferField(one);
      if (found.length > 0) facts.set(one.path, found);
    }
    return facts;
  }

  /** Joins facts about the members of an object, and decides which of them are proposed. */
  finish(facts: ReadonlyMap<string, readonly FieldFact[]>, families: Families): FieldFact[] {
    const supported = new Map([...facts].map(([path, own]) => [path, own.map((fact) => borrowEvidence(fact, families))]));
    const checked = mergeObjects(this.observedFields, supported, (own, entries) => this.fit(own, entries)).map((fact) => this.check(fact));
    return [...checked, ...this.inferParts(checked.filter(({ question }) => question === undefined))];
  }

  /** The equal parts of objects and lists that requests leave out. `stated` are the facts about single fields. */
  private inferParts(stated: readonly FieldFact[]): FieldFact[] {
    const covered = new Set(stated.map(({ field }) => field));
    const sources = listCopySources(this.observedFields, stated);
    const finder = new PartFinder(this.types, ({ path, type, values }) => {
      const name = path.slice(path.lastIndexOf('.') + 1);
      const entries = values.map((own) => ({ ...own, sent: undefined }));
      const fact = this.fit({ path, name, isSent: false, entries: [] }, entries, type);
      return fact ?? inferCopy({ path, name, type: this.types.resolve(type), values }, sources);
    });
    const found: FieldFact[] = [];
    // Objects come before their members.
    for (const { path, isSent, entries } of this.observedFields.toReversed()) {
      const unset = this.listShownEntries(
        entries.filter(
          ({ sent, observation }) =>
            sent === undefined && observation.sent !== undefined && !hasChangedElements(this.api, observation, path),
        ),
      );
      const isList = unset.every(({ value }) => isListOfObjects(value));
      if (unset.length === 0 || listAncestors(path).some((own) => covered.has(own))) continue;
      if (!isList && !(isSent && unset.every(({ value }) => isObject(value)))) continue;
      const type = this.types.find(unset[0]!.observation.type, path)?.type;
      const fact = type === undefined ? undefined : finder.find({ path, type, values: unset }, (own) => covered.has(own));
      if (fact === undefined) continue;
      covered.add(path);
      found.push({ ...fact, isPartial: true });
    }
    return found;
  }

  private listObservedFields(): readonly ObservedField[] {
    const paths = new Map<string, { isSent: boolean }>();
    for (const { value, sent, type } of this.known) {
      this.types.visit(value, type, (path) => paths.set(path, paths.get(path) ?? { isSent: false }));
      this.types.visit(sent ?? {}, type, (path, own) => {
        if (own !== null) paths.set(path, { isSent: true });
      });
    }
    return [...paths]
      .filter(([path]) => !path.split('.').some((key) => this.projects.has(key)) && !isPrivateText(path))
      .sort(([left], [right]) => compareText(left, right))
      .map(([path, { isSent }]) => ({
        path,
        name: path.slice(path.lastIndexOf('.') + 1),
        isSent,
        entries: this.known.map((observation) => ({
          observation,
          value: getAtPath(observation.value, path) ?? undefined,
          sent: getAtPath(observation.sent, path) ?? undefined,
        })),
      }));
  }

  private inferField(observed: ObservedField): FieldFact[] {
    const { entries } = observed;
    const isReadOnly = this.types.find(entries[0]!.observation.type, observed.path)?.readOnly === true;
    const unset = entries.filter(
      ({ sent, value, observation }) =>
        sent === undefined && (isReadOnly || observation.sent !== undefined) && (value !== undefined || !hasDeletedBelow(observation)),
    );
    const present = unset.filter(({ value }) => value !== undefined);
    const shown = this.listShownEntries(unset);
    if (present.length === 0) return this.inferForced(observed, unset);
    if (present.some(({ value }) => isObject(value) && this.hasFields(observed.path, value))) return [];
    const all = this.fit(observed, shown);
    if (all !== undefined) return [this.checkDefault(observed, addCustomMethodQuestion(all))];
    const conditional = this.inferConditional(observed, shown);
    const isProposed = (fact: FieldFact): boolean =>
      this.check(fact).question === undefined && fact.when?.['method.id']?.includes('create') !== false;
    if (conditional.some(isProposed)) return conditional;
    const usual = this.inferUsual(observed, shown);
    if (usual.some(isProposed)) return [...usual, ...conditional];
    const underCondition = this.inferUnderCondition(observed, shown).filter(isProposed);
    return underCondition.length > 0 ? underCondition : [...usual, ...conditional];
  }

  /**
   * Values that several scenarios have, each under the narrowest condition that excludes all others. The elements of a list can also differ by
   * their positions, which no condition states.
   */
  private inferUnderCondition(observed: ObservedField, unset: readonly FieldEntry[]): FieldFact[] {
    if (this.known.some(({ role }) => role === 'element')) return [];
    const known = unset.filter(({ observation }) => observation.sent !== undefined);
    const fields = this.listSentFields().filter(({ path }) => !areRelated(path, observed.path));
    const listObservations = (entries: readonly FieldEntry[]): Observation[] => entries.map(({ observation }) => observation);
    return [...groupBy(known, ({ value }) => JSON.stringify(value) as string | undefined)].flatMap(([text, entries]) => {
      const fact = text === undefined ? undefined : this.fit(observed, entries);
      if (fact === undefined || fact.support.scenarios < minScenarios) return [];
      const own = listObservations(entries);
      const others = listObservations(known.filter(({ value }) => JSON.stringify(value) !== text));
      // Where requests set another part of the object around the field, the object as a whole has a fact.
      const isPartOfSent = listAncestors(observed.path).some((path) => {
        const isSent = ({ sent }: Observation): boolean => getAtPath(sent, path) !== undefined;
        return others.every(isSent) && !own.some(isSent);
      });
      const when = others.length === 0 || isPartOfSent ? undefined : findCondition(own, others, fields);
      if (when === undefined) return [];
      return [this.checkDefault(observed, { ...fact, when, chance: getChanceOfGroup(fact.values, own, others) })];
    });
  }

  private sentFields: readonly ConditionField[] | undefined;

  /** The fields that requests set. */
  private listSentFields(): readonly ConditionField[] {
    const isPublic = (value: Json | undefined): boolean => typeof value !== 'string' || isPublishable(value, this.projects);
    this.sentFields ??= this.observedFields
      .filter(({ isSent }) => isSent)
      .map(({ path, entries }) => ({ path, isPublic: !isSecretField(path) && entries.every(({ sent }) => isPublic(sent)) }));
    return this.sentFields;
  }

  /** A value that the field has unless a request sets one of a few other fields. */
  private inferUsual(observed: ObservedField, unset: readonly FieldEntry[]): FieldFact[] {
    const known = unset.filter(({ observation }) => observation.sent !== undefined);
    const candidates = this.observedFields.filter(({ path, isSent }) => isSent && !areRelated(path, observed.path)).map(({ path }) => path);
    const fields = findExceptionFields(known, candidates);
    const usual = known.filter((entry) => fields?.every((field) => !isPresent(entry, field)) === true);
    const fact = fields === undefined ? undefined : this.fit(observed, usual);
    if (fields === undefined || fact === undefined) return [];
    const others = new Support();
    for (const entry of known) if (!usual.includes(entry)) others.add(entry.observation.scenario);
    const tried = candidates.length ** fields.length;
    const separation = tried / countArrangements([fact.support.scenarios, others.scenarios]);
    const when = Object.fromEntries(fields.map((field) => [field, [null]]));
    return [this.checkDefault(observed, { ...fact, when, chance: Math.max(fact.chance, separation) })];
  }

  /** Leaves out the responses of methods that never contain the field: they are another view of the resource, and say nothing about its value. */
  private listShownEntries(entries: readonly FieldEntry[]): readonly FieldEntry[] {
    const shown = new Set(entries.flatMap(({ value, observation }) => (value === undefined ? [] : [observation.call.method.id])));
    const isRead = ({ observation: { call, at } }: FieldEntry): boolean => call.method.httpMethod === 'GET' && !operationPart.test(at);
    const reads = entries.some((entry) => isRead(entry) && shown.has(entry.observation.call.method.id));
    return reads ? entries.filter((entry) => shown.has(entry.observation.call.method.id) || isRead(entry)) : entries;
  }

  private hasFields(path: string, value: Json): boolean {
    if (!isObject(value) || Object.keys(value).length === 0) return false;
    let found = false;
    this.types.visit({ x: value }, { kind: 'any' }, () => (found = true));
    const field = this.types.find(this.known[0]!.type, path);
    const resolved = this.types.resolve(field?.type);
    return (
      found &&
      (resolved === undefined ||
        resolved.kind === 'object' ||
        resolved.kind === 'any' ||
        (resolved.kind === 'map' && this.types.resolve(resolved.values)?.kind === 'any'))
    );
  }

  /** Finds the explanation of all entries, or the reason why it is open. */
  private fit(observed: ObservedField, entries: readonly FieldEntry[], type?: Type): FieldFact | undefined {
    const [first] = entries;
    if (first === undefined || entries.some(({ value }) => value === undefined)) return undefined;
    // Where it isn't known what requests set, nothing can be said about a template of it.
    const known = entries.filter(({ observation }) => observation.sent !== undefined);
    const samples = [...new Map([...entries, ...known].map((entry) => [entry.observation.scenario.signature, entry])).values()].slice(0, 4);
    const candidates: Expression[] = [];
    for (const { value, observation } of samples)
      for (const candidate of listExpressions(value!, observed, observation))
        if (!candidates.some((other) => isEqual(other.value, candidate.value))) candidates.push(candidate);
    const listTested = ({ kind }: Expression): readonly FieldEntry[] => (kind === 'field' ? known : entries);
    const fitting = candidates.filter((candidate) =>
      listTested(candidate).every(({ value, observation }) =>
        hasRecordedValue(candidate.value, value, { name: observed.name, observation, table: this.table }),
      ),
    );
    const statable = fitting.filter(
      ({ value, kind }) =>
        isPublishable(value, this.projects, observed.path) && (kind !== 'constant' || !isSecretAt(first.observation.value, observed.path)),
    );
    const best = this.choose(statable);
    if (best === undefined) return undefined;
    const support = new Support();
    for (const { observation } of listTested(best)) support.add(observation.scenario);
    const rival = statable.find((other) => other !== best && other.kind !== best.kind && !isOfMethod(other.value));
    const aliases = statable.filter(({ value }) => isOfMethod(value) && value !== best.value).map(({ value }) => value);
    const own = type ?? this.types.find(first.observation.type, observed.path)?.type;
    const values = countValues(this.types.resolve(own), best.value);
    const chance = getChance(values, support.scenarios);
    return {
      subject: first.observation.subject,
      field: observed.path,
      value: best.value,
      isForced: false,
      support,
      evidence: listTested(best).map(({ observation }) => observation),
      chance,
      values,
      ...(aliases.length > 0 && { aliases }),
      ...(rival !== undefined && {
        rival: rival.value,
        question: `either ${JSON.stringify(best.value)} or ${JSON.stringify(rival.value)}`,
      }),
    };
  }

  /** A part of the URL explains more than a constant or a field, if it is a name with several parts. */
  private choose(fitting: readonly Expression[]): Expression | undefined {
    const url = fitting.find(({ kind, value }) => (kind === 'url' || kind === 'generated') && !isOfMethod(value));
    return url ?? fitting.find(({ kind }) => kind === 'constant') ?? fitting[0];
  }

  /** Adds whether the server overrides what requests set (`isForced`), or keeps it (`isSettable`). Adds neither if no request sets the field. */
  private checkDefault(observed: ObservedField, fact: FieldFact): FieldFact {
    const set = observed.entries.filter(({ sent }) => sent !== undefined);
    if (set.length === 0) return this.isFollowing(observed, fact) ? { ...fact, isFollowing: true } : fact;
    const isValue = ({ value, observation }: FieldEntry): boolean =>
      hasRecordedValue(fact.value, value, { name: observed.name, observation, table: this.table });
    const others = set.filter(
      (entry) => !hasRecordedValue(fact.value, entry.sent, { name: observed.name, observation: entry.observation, table: this.table }),
    );
    if (others.length > 0 && others.every(isValue)) return { ...fact, isForced: true };
    return { ...fact, isSettable: true };
  }

  /** Whether a resource shows several values of a field that only the server sets, and a fact explains them with what requests set. */
  private isFollowing({ entries, isSent }: ObservedField, { value, when }: FieldFact): boolean {
    const dependsOnFields = when === undefined ? typeof value === 'string' && value.includes('{') : when['method.id'] === undefined;
    if (isSent || !dependsOnFields) return false;
    const shown = entries.filter(({ observation, value: own }) => observation.role === 'resource' && own !== undefined);
    const byResource = groupBy(shown, ({ observation: { scenario, resource } }) => `${scenario.name} ${resource?.path}`);
    return [...byResource.values()].some((own) => own.some((entry) => !isEqual(entry.value!, own[0].value!)));
  }

  /** A constant that the server sets whatever requests set. */
  private inferForced(observed: ObservedField, unset: readonly FieldEntry[]): FieldFact[] {
    const known = observed.entries.filter(({ observation }) => observation.sent !== undefined);
    const fact = unset.length > 0 || this.known.some(({ role }) => role === 'element') ? undefined : this.fit(observed, known);
    if (fact === undefined || typeof fact.value === 'object' || String(fact.value).includes('{')) return [];
    const support = new Support();
    for (const { sent, observation } of known) if (!isEqual(sent!, fact.value)) support.add(observation.scenario);
    return support.scenarios === 0 ? [] : [{ ...fact, isForced: true, support, chance: getChance(fact.values, support.scenarios) }];
  }

  /** Values that depend on one field that requests set. */
  private inferConditional(observed: ObservedField, unset: readonly FieldEntry[]): FieldFact[] {
    const found = this.inferGroups(observed, unset);
    // A resource that the server created with another one can have other values than those that requests create.
    const created = unset.filter(({ observation }) => observation.resource?.isOwned !== true);
    return found.length > 0 || created.length === unset.length ? found : this.inferGroups(observed, created);
  }

  private inferGroups(observed: ObservedField, unset: readonly FieldEntry[]): FieldFact[] {
    const splits = this.listConditionFields(observed).flatMap((path) => {
      const groups = groupBy(unset, ({ observation }) =>
        JSON.stringify(observation.facets?.[path] ?? this.toConditionKey(path, getAtPath(observation.sent, path) ?? null)),
      );
      return groups.size < 2 || (groups.size > 8 && !isOfOperation(path)) ? [] : [{ path, groups }];
    });
    const byMethod = splits
      .filter(({ path }) => isOfOperation(path))
      .flatMap((split) => this.fitGroups(observed, split, splits.length) ?? []);
    if (byMethod.length > 0) return byMethod;
    let best: { readonly facts: FieldFact[]; readonly scenarios: number } | undefined;
    for (const split of splits.filter(({ path }) => !isOfOperation(path))) {
      const tried = isCopy(split) ? splits.filter(isCopyable).length : splits.length;
      const facts = this.fitGroups(observed, split, tried);
      const scenarios = (facts ?? [])
        .filter(({ question }) => question === undefined)
        .reduce((sum, { support }) => sum + support.scenarios, 0);
      if (
        facts !== undefined &&
        (best === undefined || scenarios > best.scenarios || (scenarios === best.scenarios && facts.length < best.facts.length))
      )
        best = { facts, scenarios };
    }
    return best?.facts ?? [];
  }

  /** The value of a field in a condition. Of a field with many values, only the presence can be a condition. */
  private toConditionKey(path: string, value: Json): Json {
    return value !== null && this.manyValued.has(path) ? present : toConditionValue(value);
  }

  /** The facts of all groups, if each group has one value or none. Groups with the same value are one fact. */
  private fitGroups(observed: ObservedField, { path, groups }: FieldGroups, tried: number): FieldFact[] | undefined {
    const outcomes = new Map<
      string,
      { readonly fact: FieldFact | undefined; readonly keys: Json[]; readonly support: Support; readonly evidence: Observation[] }
    >();
    for (const [text, entries] of groups) {
      const isAbsent = entries.every(({ value }) => value === undefined);
      const fact = isAbsent ? undefined : this.fit(observed, entries);
      if (!isAbsent && fact === undefined && !isOfOperation(path)) return undefined;
      if (!isAbsent && fact === undefined) continue;
      const key = JSON.stringify(fact?.value ?? null);
      const outcome = outcomes.get(key) ?? { fact, keys: [], support: new Support(), evidence: [] };
      outcomes.set(key, outcome);
      outcome.keys.push(JSON.parse(text) as Json);
      for (const { observation } of entries) outcome.support.add(observation.scenario);
      outcome.evidence.push(...entries.map(({ observation }) => observation));
    }
    const found = [...outcomes.values()].flatMap(({ fact, keys, support, evidence }) => {
      if (fact === undefined) return [];
      const { question: _, rival: __, ...rest } = fact;
      const isSplit = keys.length > 1;
      const chance = isSplit ? Math.min(1, fact.values ** -(support.scenarios - keys.length)) : fact.chance;
      return [{ ...(isSplit ? rest : fact), support, evidence, chance, when: { [path]: keys } }];
    });
    const supported = found.filter(({ support }) => support.scenarios >= minScenarios);
    if (supported.length === 0) return undefined;
    const separation = isOfOperation(path) ? 0 : tried / countArrangements([...outcomes.values()].map(({ support }) => support.scenarios));
    const all = [...outcomes.values()].reduce((sum, { support }) => sum + support.scenarios, 0);
    // A copy leaves no value open, not even the first of a group.
    const isCopied = isCopy({ path, groups });
    const joint = tried * (isCopied ? 2 ** -all : supported.reduce((product, own) => product * own.chance, 1));
    return found.map((fact) => {
      // What holds in most scenarios needs no proof that this condition, and not another, is behind the exceptions.
      const isUsual = fact.support.scenarios >= all * usualShare;
      const chance = isOfOperation(path) ? tried * fact.chance : joint;
      return this.checkDefault(observed, { ...fact, chance: isUsual || isCopied ? chance : Math.max(separation, chance) });
    });
  }

  private conditionFields: readonly string[] | undefined;
  /** The fields with more values than a condition lists. */
  private readonly manyValued = new Set<string>();

  /** The fields with few single values that requests set in this message. */
  private listConditionFields({ path: own }: ObservedField): readonly string[] {
    this.conditionFields ??= this.findConditionFields();
    return this.conditionFields.filter((path) => !areRelated(path, own));
  }

  private findConditionFields(): readonly string[] {
    const values = new Map<string, Set<string>>();
    for (const { sent, type } of this.known)
      this.types.visit(sent ?? {}, type, (path, value) => {
        const key = toConditionValue(value);
        if (key === present || (!isSecretField(path) && isPublishable(key, this.projects)))
          values.set(path, (values.get(path) ?? new Set()).add(JSON.stringify(key)));
      });
    for (const [path, own] of values) if (own.size > maxConditionValues) this.manyValued.add(path);
    const fields = [...values.keys()].sort(compareText).slice(0, 40);
    const facets = new Set(this.known.flatMap((observation) => Object.keys(observation.facets ?? {})));
    return [...[...facets].filter((name) => name === 'method.id' || isOfOperation(name)), ...fields];
  }

  private check(fact: FieldFact): FieldFact {
    if (fact.question !== undefined) return fact;
    if (fact.value === '{now}' && laterTime.test(fact.field))
      return { ...fact, question: 'it is a later time, and no rule can state which' };
    if (fact.support.scenarios < minScenarios) return { ...fact, question: `seen in ${fact.support.scenarios} independent scenarios` };
    if (!isSufficient(fact.support.scenarios, fact.chance)) return { ...fact, question: 'can agree by chance' };
    return fact;
  }
}
