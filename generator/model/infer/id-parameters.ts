/** Infers the parameters that name what a method creates. */
import type { Method, MethodFacts, Resource } from '../model.js';
import { parseShape } from '../../lib/route-shape.js';

type IdFacts = Pick<MethodFacts, 'idParameters' | 'recordIdParameter'>;

export function inferIdParameters(method: Method, methods: readonly Method[], resources: readonly Resource[]): IdFacts {
  const recordIdParameter = findRecordId(method, methods);
  return { idParameters: listIdParameters(method, resources), ...(recordIdParameter !== undefined && { recordIdParameter }) };
}

/** The stated parameter, else `managedZoneId` for `{managedZone}` and its like. A creation at the path of the resource names it there. */
function listIdParameters({ action, parameters, route }: Method, resources: readonly Resource[]): MethodFacts['idParameters'] {
  if (action.kind !== 'create' && action.kind !== 'createFrom') return [];
  const path = action.kind === 'create' ? action.resource : action.creates;
  const { idParameters = [], idFields = [] } = resources.find((resource) => resource.path === path) ?? {};
  if (action.kind === 'create' && action.id !== undefined) return [action.id, ...idParameters.slice(1)].map(() => [action.id ?? '']);
  const query = new Set(parameters.flatMap(({ name, location }) => (location === 'query' ? [name] : [])));
  if (action.kind === 'createFrom') return [idParameters.slice(0, 1).flatMap((name) => (query.has(`${name}Id`) ? [`${name}Id`] : []))];
  if (parseShape(route).parts.length === parseShape(path).parts.length) return [];
  return idParameters.map((parameter, index) => {
    const names = [`${parameter.replace(/sId$|Id$/, '')}Id`, parameter, 'id', idFields[index] ?? 'id'];
    return [...new Set(names)].filter((name) => query.has(name));
  });
}

const RECORDED_ACTIONS: ReadonlySet<string> = new Set(['create', 'patch', 'update', 'setFields']);

/** The parameter of the method's rule, else one with which other methods name records of this resource. */
function findRecordId({ action, rules, parameters }: Method, methods: readonly Method[]): string | undefined {
  if (!RECORDED_ACTIONS.has(action.kind) || !('resource' in action)) return undefined;
  const own = rules.flatMap(({ rule }) => (rule.kind === 'changeRecord' ? (rule.id ?? []) : []));
  const others = methods.flatMap((method) =>
    method.rules.flatMap(({ rule }) =>
      rule.kind === 'changeRecord' && rule.as.startsWith(`${action.resource}/operations/`) ? (rule.id ?? []) : [],
    ),
  );
  return own[0] ?? others.find((id) => parameters.some(({ name, location }) => name === id && location === 'query'));
}
