/** Compares the entries of a learned overlay with recordings that it wasn't learned from. */
import { compareText } from '../../generator/lib/diagnostics.js';
import {
  getList,
  getMember,
  getObject,
  getObjects,
  getStrings,
  getText,
  isObject,
  type Json,
  type JsonObject,
  type Pointer,
  isEqual,
} from '../../generator/lib/json.js';
import type { Api, Method } from '../../generator/model/model.js';
import type { CallScenario } from './calls.js';
import { hasChangedElements } from './children.js';
import type { Contradiction } from './contradiction.js';
import { checkErrorEntries } from './check-errors.js';
import { checkKeys, checkProjectNumbers } from './check-names.js';
import { checkOwned } from './check-owned.js';
import { checkStatuses } from './check-statuses.js';
import { hasRecordedValue, renderExpression, SourceTable } from './expressions.js';
import { FieldTypes, getAtPath } from './flatten.js';
import { isListOfObjects } from './infer-parts.js';
import { donePrefix, type Observation, observe } from './observe.js';
import { observeErrors } from './observe-errors.js';
import { getMethodPath } from './propose-operations.js';
import { collectFirstLists } from './propose-owned.js';
import { isFactConditionMet } from './find-condition.js';

export function checkOverlay(api: Api, overlay: JsonObject, scenarios: readonly CallScenario[]): readonly Contradiction[] {
  const checker = new OverlayChecker(api, observe(api, scenarios));
  const lists = collectFirstLists(api, scenarios);
  const found = [
    ...[...listSchemaRules(overlay), ...listMethodRules(api, overlay)].flatMap((entry) => checker.check(entry)),
    ...checkKeys(api, overlay, scenarios),
    ...checkStatuses(api, overlay, scenarios),
    ...listSchemaRules(overlay).flatMap(({ rule, pointer }) => checkOwned({ rule, pointer, id: getId({ rule, pointer }) }, lists)),
    ...checkErrorEntries(overlay, observeErrors(api, scenarios)),
  ];
  return found.sort((left, right) => compareText(left.id, right.id));
}

interface RuleEntry {
  readonly rule: JsonObject;
  readonly pointer: Pointer;
  /** Whether an observation is about the object of the rule. */
  readonly isAbout: (observation: Observation) => boolean;
}

function listSchemaRules(overlay: JsonObject): RuleEntry[] {
  return getObjects(overlay, 'schemas').flatMap(([schema, element]) =>
    listRules(element, ['schemas', schema], ({ subject }) => subject === schema || subject === `${schema} part`),
  );
}

function listMethodRules(api: Api, overlay: JsonObject): RuleEntry[] {
  return api.methods.flatMap((method: Method) => {
    const path = getMethodPath(method);
    const element = path.reduce<Json | undefined>((value, key) => getMember(value, key), overlay);
    const subjects = [`operation ${method.id}`, `${donePrefix}${method.id}`];
    return isObject(element) ? listRules(element, path, ({ subject }) => subjects.includes(subject)) : [];
  });
}

const listRules = (element: JsonObject, path: Pointer, isAbout: RuleEntry['isAbout']): RuleEntry[] =>
  getList(element, 'x-rules').flatMap((rule, index) => (isObject(rule) ? [{ rule, pointer: [...path, 'x-rules', index], isAbout }] : []));

class OverlayChecker {
  private readonly table = new SourceTable();
  private readonly types: FieldTypes;

  constructor(
    private readonly api: Api,
    private readonly observations: readonly Observation[],
  ) {
    this.types = new FieldTypes(api);
  }

  check(entry: RuleEntry): Contradiction[] {
    const own = this.observations.filter(entry.isAbout);
    switch (getText(entry.rule, 'kind')) {
      case 'serverDefault':
        return this.checkDefault(entry, own);
      case 'omitted':
        return getStrings(entry.rule, 'fields').flatMap((field) => this.checkOmitted(entry, field, own));
      case 'operation':
        return this.checkOperation(entry, own);
      case 'projectNumber':
        return checkProjectNumbers({ ...entry, id: getId(entry) }, this.observations, this.types);
      default:
        return [];
    }
  }

  private checkDefault(entry: RuleEntry, observations: readonly Observation[]): Contradiction[] {
    const { rule } = entry;
    const field = getText(rule, 'field') ?? '';
    const value = getMember(rule, 'value') ?? null;
    const when = getObject(rule, 'when') ?? {};
    const isForced = getMember(rule, 'on') !== undefined;
    const isOfCreation = isForced && !getStrings(rule, 'on').includes('update');
    const against = observations.filter((observation) => {
      const { sent, resource } = observation;
      // Later methods can change what the creation sets.
      if (hasChangedElements(this.api, observation, field)) return false;
      if (!isFactConditionMet(observation, when) || (isOfCreation && (resource?.changes.length ?? 0) > 0)) return false;
      const isKnown = sent !== undefined || this.types.find(observation.type, field)?.readOnly === true;
      if (!isKnown || (!isForced && (getAtPath(sent, field) ?? undefined) !== undefined)) return false;
      const recorded = getAtPath(observation.value, field);
      const known = recorded === undefined ? undefined : this.types.selectKnown(recorded, this.types.find(observation.type, field)?.type);
      return known !== undefined && !this.contains(known, value, { field, observation });
    });
    return this.report(entry, { field, stated: value }, against);
  }

  private checkOmitted(entry: RuleEntry, field: string, observations: readonly Observation[]): Contradiction[] {
    const values = getMember(entry.rule, 'values');
    const when = getObject(entry.rule, 'when') ?? {};
    const against = observations.filter(({ value }) => {
      if (!isFactConditionMet({ sent: value }, when)) return false;
      const recorded = getAtPath(value, field);
      return recorded !== undefined && (!Array.isArray(values) || (values as Json[]).some((one) => isEqual(one, recorded)));
    });
    return this.report(entry, { field }, against);
  }

  private checkOperation(entry: RuleEntry, own: readonly Observation[]): Contradiction[] {
    const { rule } = entry;
    const observations = own.filter(({ subject }) => !subject.startsWith(donePrefix));
    const ends = own.filter(({ subject }) => subject.startsWith(donePrefix));
    const typeUrl = (key: string): [string, Json][] => {
      const name = getText(rule, key);
      return name === undefined ? [] : [[`${key}.@type`, `type.googleapis.com/${name}`]];
    };
    const type = getText(rule, 'type');
    const name = getText(rule, 'name');
    const stated: [string, Json][] = [
      ...(type === undefined ? [] : [['operationType', type] as [string, Json]]),
      ...(name === undefined ? [] : [['name', name] as [string, Json]]),
      ...typeUrl('metadata'),
      ...typeUrl('response'),
      ...Object.entries(getObject(rule, 'fields') ?? {}),
    ];
    const find = (list: readonly Observation[], [field, value]: readonly [string, Json]): Contradiction[] => {
      const against = list.filter((observation) => {
        const recorded = getAtPath(observation.value, field);
        return recorded !== undefined && !this.contains(recorded, value, { field, observation });
      });
      return this.report(entry, { field, stated: value }, against);
    };
    const found = [
      ...stated.flatMap((one) => find(observations, one)),
      ...Object.entries(getObject(rule, 'doneFields') ?? {}).flatMap((one) => find(ends, one)),
    ];
    const omitted = getStrings(rule, 'omitted').flatMap((field) =>
      this.report(
        entry,
        { field },
        observations.filter(({ value }) => getAtPath(value, field) !== undefined),
      ),
    );
    return [...found, ...omitted];
  }

  /** Whether a recorded value is what an expression states. It can have more members, which the overlay doesn't state. */
  private contains(recorded: Json, expression: Json, context: { readonly field: string; readonly observation: Observation }): boolean {
    const { field, observation } = context;
    if (isObject(expression) && Object.keys(expression).length > 0)
      return Object.entries(expression).every(([key, inner]) => {
        const own = isObject(recorded) ? getMember(recorded, key) : undefined;
        return own !== undefined && this.contains(own, inner, { field: `${field}.${key}`, observation });
      });
    if (isListOfObjects(expression) && Array.isArray(expression))
      return (
        Array.isArray(recorded) &&
        recorded.length === expression.length &&
        (expression as Json[]).every((inner, index) => this.contains((recorded as Json[])[index]!, inner, context))
      );
    const name = field.slice(field.lastIndexOf('.') + 1);
    if (hasRecordedValue(expression, recorded, { name, observation, table: this.table })) return true;
    if (expression === '{now}') return false;
    return (
      typeof expression === 'string' &&
      typeof recorded === 'string' &&
      hasParts(expression, recorded, (part) => this.render(part, observation))
    );
  }

  private render(template: string, observation: Observation): string | undefined {
    return renderExpression(template, observation, this.table);
  }

  private report(
    { rule, pointer }: RuleEntry,
    { field, stated }: { readonly field: string; readonly stated?: Json },
    against: readonly Observation[],
  ): Contradiction[] {
    const [first] = against;
    if (first === undefined) return [];
    const id = getId({ rule, pointer });
    const scenarios = new Set(against.map(({ scenario }) => scenario)).size;
    return [{ id, pointer, field, ...(stated !== undefined && { stated }), method: first.call.method.id, scenarios }];
  }
}

const getId = ({ rule, pointer }: Pick<RuleEntry, 'rule' | 'pointer'>): string => getText(rule, 'id') ?? pointer.join('.');

/** What a template contains that recordings don't determine. */
const undetermined = /\{(?:generated\.[^}]*|rootUrl|operation)\}/;

/** Whether a text contains the parts of a template between the undetermined ones, in their order. What the recording doesn't show agrees. */
function hasParts(template: string, text: string, renderPart: (part: string) => string | undefined): boolean {
  const parts = template.split(undetermined);
  let end = 0;
  return parts.every((part, index) => {
    const own = renderPart(part);
    if (own === undefined) return true;
    const at = index === parts.length - 1 && index > 0 ? text.length - own.length : text.indexOf(own, end);
    const isHere = at >= end && text.startsWith(own, at) && (index > 0 || at === 0) && (parts.length > 1 || text === own);
    end = at + own.length;
    return isHere;
  });
}
