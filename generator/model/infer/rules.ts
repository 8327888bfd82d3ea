/** Infers rules from parameters, responses, and routes, for methods that state none of their kind. */
import type { MethodRule, OperationRule } from '../../../templates/runtime/rule.js';
import type { Lookup } from '../schema-lookup.js';
import type { Method } from '../model.js';

export function inferRules(method: Method, lookup: Lookup): readonly MethodRule[] {
  const inferred = [
    inferOperation(method),
    inferChangeRecord(method),
    inferRequestId(method),
    inferPrefix(method, lookup),
    inferAllowMissing(method),
  ];
  return inferred.filter((rule) => rule !== undefined && method.rules.every((stated) => stated.rule.kind !== rule.kind)) as MethodRule[];
}

function inferOperation(method: Method): MethodRule | undefined {
  return method.operation === 'status' ? { kind: 'operation', scope: inferOperationScope(method) } : undefined;
}

/** The route of a method determines where its operation is. */
function inferOperationScope({ route }: Method): NonNullable<OperationRule['scope']> {
  if (/\/zones\/\{/.test(route)) return 'zone';
  return /\/regions\/\{/.test(route) ? 'region' : 'global';
}

/** Returns the stated rules, in which a rule of operations with a status has a scope. */
export function completeRules(method: Method): Method['rules'] {
  return method.rules.map((stated) => {
    const { rule } = stated;
    const isIncomplete = rule.kind === 'operation' && rule.scope === undefined && method.operation === 'status';
    return isIncomplete ? { ...stated, rule: { ...rule, scope: inferOperationScope(method) } } : stated;
  });
}

/** Returns the rule that describes the operations of a method. */
export function getOperationRule(rules: Method['rules']): OperationRule | undefined {
  return rules.map(({ rule }) => rule).find((rule): rule is OperationRule => rule.kind === 'operation');
}

function inferChangeRecord({ recordedAs }: Method): MethodRule | undefined {
  return recordedAs === undefined ? undefined : { kind: 'changeRecord', as: recordedAs };
}

/** A request that repeats a request ID returns the first response (AIP-155). An operation returns the request ID. */
function inferRequestId({ operation, requestId }: Method): MethodRule | undefined {
  if (requestId === undefined) return undefined;
  return { kind: 'requestId', parameter: requestId.name, ...(operation !== undefined && { echo: 'clientOperationId' }) };
}

/** Infers that a list filters names by `prefix`, and groups them by `delimiter` if the response has `prefixes`. */
function inferPrefix({ action, parameters, list, response }: Method, lookup: Lookup): MethodRule | undefined {
  const hasTextParameter = (name: string): boolean => parameters.some((each) => each.name === name && each.type.kind === 'string');
  const items = lookup.resolve(lookup.field(response, list?.items ?? 'items')?.type);
  const hasNames = items?.kind === 'array' && lookup.field(items.items, 'name') !== undefined;
  if (action.kind !== 'list' || !hasTextParameter('prefix') || !hasNames) return undefined;
  const hasPrefixes = hasTextParameter('delimiter') && lookup.resolve(lookup.field(response, 'prefixes')?.type)?.kind === 'array';
  return { kind: 'prefix', parameter: 'prefix', ...(hasPrefixes && { delimiter: { parameter: 'delimiter', prefixes: 'prefixes' } }) };
}

const allowMissingActions: ReadonlySet<string> = new Set(['patch', 'update', 'delete']);

/** Infers `allowMissing` of an update or a deletion (AIP-134, AIP-135). */
function inferAllowMissing({ parameters, action }: Method): MethodRule | undefined {
  const hasParameter = parameters.some(({ name, type }) => name === 'allowMissing' && type.kind === 'boolean');
  return hasParameter && allowMissingActions.has(action.kind) ? { kind: 'allowMissing', parameter: 'allowMissing' } : undefined;
}
