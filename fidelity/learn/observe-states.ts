/** Follows the states of resources: the value of a field between the requests that change a resource. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { isObject } from '../../generator/lib/json.js';
import type { Api, Method } from '../../generator/model/model.js';
import { groupBy } from '../../generator/lib/group-by.js';
import type { CallScenario, ObservedCall } from './calls.js';
import { FieldTypes, getAtPath } from './flatten.js';
import type { Observation } from './observe.js';

/** The state of a resource from one write to the next. */
export interface StatePeriod {
  /** The write that begins it. */
  readonly cause: ObservedCall;
  readonly scenario: CallScenario;
  /** The state before. Absent for a new resource, or if it is unknown. */
  readonly from?: string;
  /** The last state that responses show. */
  readonly to: string;
  /** Whether responses show several states, although no operation was running. */
  readonly isUnsteady: boolean;
  readonly evidence: readonly Observation[];
}

/** A field with a state, in all recordings. */
export interface StateField {
  readonly schema: string;
  readonly field: string;
  readonly readOnly: boolean;
  /** The values of its enum, without the one for "unspecified". Empty if the document doesn't list them. */
  readonly values: readonly string[];
  readonly periods: readonly StatePeriod[];
}

/** The names of fields with states whose values documents don't list. */
const stateName = /(?:^|[a-z])(?:state|status|phase)$/i;
const standardActions: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'setFields']);

/** Whether a method isn't one of the standard ones, so that it can cause a transition. */
export const isCustomMethod = ({ httpMethod, action }: Method): boolean => httpMethod === 'POST' && !standardActions.has(action.kind);

/** Lists the fields of resources that show a state after a custom method, and another one at another time. */
export function observeStates(api: Api, observations: readonly Observation[]): StateField[] {
  const types = new FieldTypes(api);
  const resources = observations.filter(({ role, resource }) => role === 'resource' && resource !== undefined);
  return [...groupBy(resources, ({ subject }) => subject)].flatMap(([schema, own]) =>
    listStateFields(types, own).flatMap(({ field, values, readOnly }): StateField[] => {
      const periods = listPeriods(own, field);
      const isChanged = periods.some(({ cause, from, to }) => isCustomMethod(cause.method) && from !== undefined && from !== to);
      return isChanged ? [{ schema, field, values, readOnly, periods }] : [];
    }),
  );
}

/** A field with a state that no recorded request sets, and the values of the field. */
export interface UnexplainedState {
  readonly schema: string;
  readonly field: string;
  readonly values: readonly string[];
  readonly observations: readonly Observation[];
}

/** Lists the fields with states that requests don't set, with the values that resources have. */
export function listStates(api: Api, observations: readonly Observation[]): readonly UnexplainedState[] {
  const types = new FieldTypes(api);
  const resources = observations.filter(({ role }) => role === 'resource');
  return [...groupBy(resources, ({ subject }) => subject)].flatMap(([schema, own]) =>
    listStateFields(types, own).flatMap(({ field }): UnexplainedState[] => {
      const values = own.map(({ value }) => getAtPath(value, field)).filter((value) => typeof value === 'string');
      return stateName.test(field) ? [{ schema, field, values: [...new Set(values)].sort(compareText), observations: own }] : [];
    }),
  );
}

function listStateFields(
  types: FieldTypes,
  observations: readonly Observation[],
): readonly Pick<StateField, 'field' | 'values' | 'readOnly'>[] {
  const { type } = observations[0]!;
  const sent = new Set<string>();
  const shown = new Set<string>();
  for (const observation of observations) {
    types.visit(observation.sent ?? {}, type, (path) => sent.add(path));
    types.visit(observation.value, type, (path, value) => typeof value === 'string' && shown.add(path));
  }
  return [...shown].flatMap((path) => {
    const field = types.find(type, path);
    const resolved = types.resolve(field?.type);
    if (field === undefined || resolved?.kind !== 'string' || sent.has(path)) return [];
    const values = (resolved.enum ?? []).map(({ value }) => value).filter((value) => !/(?:^|_)UNSPECIFIED$/.test(value));
    if (values.length === 0 && !stateName.test(path)) return [];
    return [{ field: path, values, readOnly: field.readOnly === true }];
  });
}

/** The periods of all resources with a schema. What requests did before a scenario created or changed a resource is unknown. */
function listPeriods(observations: readonly Observation[], field: string): StatePeriod[] {
  const timelines = groupBy(observations, ({ scenario, resource }) => `${scenario.name} ${resource!.path}`);
  return [...timelines.values()].flatMap((own) => {
    let before: string | undefined;
    return [...groupBy(own, ({ resource }) => resource!.lastWrite)].flatMap(([cause, evidence]): StatePeriod[] => {
      const values = evidence.map(({ value }) => getAtPath(value, field)).filter((value) => typeof value === 'string');
      const to = values.at(-1);
      const from = cause?.method.action.kind === 'create' ? undefined : before;
      before = to;
      if (cause === undefined || to === undefined) return [];
      const isUnsteady = new Set(values).size > 1 && !startsOperation(cause);
      const { scenario } = evidence[0];
      return [{ cause, scenario, to, isUnsteady, evidence, ...(from !== undefined && { from }) }];
    });
  });
}

/** Whether a request starts an operation that isn't done yet. */
const startsOperation = ({ method, response }: ObservedCall): boolean =>
  method.operation !== undefined && !(isObject(response) && response['done'] === true);
