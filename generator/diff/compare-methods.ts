/** Compares methods. */
import { quote } from '../lib/diagnostics.js';
import type { Api, Method, Permission, Type } from '../model/model.js';
import { createChildSite, type ChangeKind, type ChangeEffect, requestOnly, responseOnly, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { compareDocumentation } from './compare-documentation.js';
import { formatTransition } from './compare-facets.js';
import { toCanonicalText } from '../lib/json.js';
import { compareMembers, matchMembers, type NamedMember } from './match-members.js';
import { compareUploads } from './compare-uploads.js';
import { compareParameters } from './compare-parameters.js';
import { formatLocalMethodId, getMethodPathKey, isWiderPath } from './path-keys.js';
import { compareRules } from './compare-rules.js';
import { compareTypes } from './compare-types.js';

export function compareMethods(comparison: Comparison, site: Site): void {
  const matched = matchMembers({
    old: toNamedMethods(comparison.old.api, comparison.bases.old),
    new: toNamedMethods(comparison.new.api, comparison.bases.new),
  });
  compareMembers(comparison.changes, matched, {
    noun: 'method',
    owner: site,
    createSite: ({ name, value: method }) =>
      createChildSite(site, [...method.collections.flatMap((collection) => ['resources', collection]), 'methods', method.name], name),
    renameReason: 'the old name no longer exists; requests are the same',
    compare: (methods, methodSite) => compareMethod(comparison, methods, methodSite),
  });
}

function toNamedMethods({ methods }: Api, base: string): NamedMember<Method>[] {
  return methods.map((method) => ({
    name: formatLocalMethodId(method),
    value: method,
    signature: `${method.httpMethod} ${getMethodPathKey(method, base)}`,
  }));
}

function compareMethod(comparison: Comparison, methods: Pair<Method>, site: Site): void {
  const { old, new: next } = methods;
  compareDocumentation(comparison, methods, site);
  const samePath = compareRoutes(comparison, methods, site);
  compareParameters(comparison, { old: old.parameters, new: next.parameters }, { ...site, samePath });
  for (const side of ['request', 'response'] as const) compareBody(comparison, side, { ...methods, site });
  compareUploads(comparison, methods, site);
  for (const aspect of aspects) compareAspect(comparison, aspect, { ...methods, site });
  compareScopes(comparison, methods, site);
  comparePermissions(comparison, methods, site);
  compareRules(comparison, { old: old.rules, new: next.rules }, { ...site, direction: requestOnly });
}

/** Compares routes. Returns whether they are the same apart from the names of variables. */
function compareRoutes({ changes, bases }: Comparison, { old, new: next }: Pair<Method>, site: Site): boolean {
  if (old.httpMethod !== next.httpMethod)
    changes.add('http-method-changed', createChildSite(site, ['httpMethod']), {
      message: `the HTTP method changed from ${old.httpMethod} to ${next.httpMethod}`,
      effect: 'replaces',
    });
  if (getMethodPathKey(old, bases.old) === getMethodPathKey(next, bases.new)) return true;
  const message = `the path changed from ${quote(old.route)} to ${quote(next.route)}`;
  const wider = isWiderPath(getMethodPathKey(old, bases.old), getMethodPathKey(next, bases.new));
  changes.add('route-changed', createChildSite(site, ['path']), {
    message,
    ...(wider ? { effect: 'widens' } : { effect: 'replaces', reason: 'existing clients call the old path' }),
  });
  return wider;
}

function compareBody(
  comparison: Comparison,
  side: 'request' | 'response',
  { old, new: next, site }: Pair<Method> & { readonly site: Site },
): void {
  const direction = side === 'request' ? requestOnly : responseOnly;
  const bodySite = createChildSite({ ...site, direction }, [side], `${site.subject} ${side}`);
  const [before, after] = [old[side], next[side]];
  if (before !== undefined && after !== undefined) {
    compareTypes(comparison, { old: before, new: after }, bodySite);
  } else if (after !== undefined) {
    const required = side === 'request' && (next.body === 'required' || next.body === 'requiredWithoutMedia');
    const message = `the ${required ? 'required ' : ''}${side} body${formatSchema(after)} was added`;
    comparison.changes.add(`${side}-changed`, bodySite, { message, effect: required ? 'replaces' : 'adds' });
  } else if (before !== undefined) {
    const message = `the ${side} body${formatSchema(before)} was removed`;
    comparison.changes.add(`${side}-changed`, bodySite, { message, effect: 'removes' });
  }
}

const formatSchema = (type: Type): string => (type.kind === 'ref' ? ` ${quote(type.schema)}` : '');

/** Behavior of the client. Details are reported for the parameters. */
interface Aspect {
  readonly kind: ChangeKind;
  readonly name: string;
  readonly getValue: (method: Method) => unknown;
  /** Describes a change of what the method does, which has no effect on types. */
  readonly describe?: (methods: Pair<Method>) => string;
}

const aspects: readonly Aspect[] = [
  { kind: 'pagination-changed', name: 'pagination', getValue: ({ list }) => list },
  { kind: 'operation-changed', name: 'the operation style', getValue: ({ operation }) => operation },
  { kind: 'request-id-changed', name: 'the request ID', getValue: ({ requestId }) => requestId },
  { kind: 'media-changed', name: 'media download', getValue: ({ mediaDownload }) => (mediaDownload ? true : undefined) },
  {
    kind: 'behavior-changed',
    name: 'the action',
    getValue: ({ action, actionSource }) => (actionSource === undefined ? action.kind : action),
    describe: describeAction,
  },
  { kind: 'behavior-changed', name: 'the retry policy', getValue: ({ retry }) => retry },
  {
    kind: 'behavior-changed',
    name: 'the status',
    getValue: ({ statedStatus }) => statedStatus,
    describe: ({ old, new: next }) =>
      `the status of a success ${formatTransition(String(old.successStatus ?? 200), String(next.successStatus ?? 200))}`,
  },
];

function compareAspect({ changes }: Comparison, aspect: Aspect, { old, new: next, site }: Pair<Method> & { readonly site: Site }): void {
  const before = aspect.getValue(old);
  const after = aspect.getValue(next);
  if (toCanonicalText(before ?? null) === toCanonicalText(after ?? null)) return;
  const outcome = before === undefined ? 'was added' : after === undefined ? 'was removed' : 'changed';
  const effects: Readonly<Record<typeof outcome, ChangeEffect>> = { 'was added': 'adds', 'was removed': 'removes', changed: 'replaces' };
  changes.add(
    aspect.kind,
    site,
    aspect.describe
      ? { message: aspect.describe({ old, new: next }), effect: 'behaves' }
      : { message: `${aspect.name} ${outcome}`, effect: effects[outcome] },
  );
}

function describeAction({ old, new: next }: Pair<Method>): string {
  const [before, after] = [old.action.kind, next.action.kind];
  return before === after ? `the action ${quote(after)} has other parameters` : `the action ${formatTransition(before, after)}`;
}

/** One of the scopes of a method suffices. */
function compareScopes({ changes }: Comparison, { old, new: next }: Pair<Method>, site: Site): void {
  const before = new Set(old.scopes);
  const after = new Set(next.scopes);
  const place = createChildSite(site, ['scopes']);
  for (const scope of before)
    if (!after.has(scope))
      changes.add('scope-removed', place, {
        message: `the scope ${quote(scope)} ${after.size === 0 ? 'is no longer required' : 'is no longer sufficient'}`,
        ...(after.size === 0 ? { effect: 'widens' } : { effect: 'removes', reason: 'calls with only this scope are rejected' }),
      });
  for (const scope of after)
    if (!before.has(scope))
      changes.add('scope-added', place, {
        message: `the scope ${quote(scope)} ${before.size === 0 ? 'is now required' : 'is now also sufficient'}`,
        ...(before.size === 0 ? { effect: 'replaces', reason: 'no scope was required before' } : { effect: 'adds' }),
      });
}

/** All permissions of a method are necessary. */
function comparePermissions({ changes }: Comparison, { old, new: next }: Pair<Method>, site: Site): void {
  const before = new Map(old.permissions.map((permission) => [permission.permission, permission]));
  const after = new Map(next.permissions.map((permission) => [permission.permission, permission]));
  const place = createChildSite({ ...site, direction: requestOnly }, ['x-permissions']);
  for (const name of before.keys())
    if (!after.has(name))
      changes.add('permission-removed', place, { message: `the permission ${quote(name)} is no longer required`, effect: 'widens' });
  for (const [name, permission] of after) {
    const oldPermission = before.get(name);
    if (oldPermission === undefined)
      changes.add('permission-added', place, {
        message: `the permission ${quote(name)} is now ${describeCondition(permission)}`,
        effect: 'narrows',
      });
    else if (oldPermission.when !== permission.when)
      changes.add('permission-changed', place, {
        message: `the permission ${quote(name)} was ${describeCondition(oldPermission)}, and is now ${describeCondition(permission)}`,
        effect: oldPermission.when === undefined ? 'widens' : 'narrows',
      });
  }
}

const describeCondition = ({ when }: Permission): string =>
  when === undefined ? 'always required' : `required if the request body has ${quote(when)}`;
