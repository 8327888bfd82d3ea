/** Compares methods. */
import { quote } from '../lib/diagnostics.js';
import type { Api, Method, Permission, Type } from '../model/model.js';
import { createChildSite, type ChangeKind, type Direction, type Effect, sentOnly, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { compareDocumentation } from './compare-documentation.js';
import { toCanonicalText, matchMembers, type NamedMember } from './match-members.js';
import { compareUploads } from './compare-uploads.js';
import { compareParameters } from './compare-parameters.js';
import { formatLocalMethodId, getPathKey, isWiderPath } from './path-keys.js';
import { compareRules } from './compare-rules.js';
import { compareTypes } from './compare-types.js';

const receivedOnly: Direction = { sent: false, received: true };

export function compareMethods(comparison: Comparison, site: Site): void {
  const { changes } = comparison;
  const { kept, renamed, removed, added } = matchMembers(
    toNamedMethods(comparison.old.api, comparison.bases.old),
    toNamedMethods(comparison.new.api, comparison.bases.new),
  );
  for (const method of removed)
    changes.add('method-removed', { ...createSite(site, method), new: site.new }, { message: 'the method was removed', effect: 'removes' });
  for (const method of added)
    changes.add('method-added', { ...createSite(site, method), old: site.old }, { message: 'the method was added', effect: 'adds' });
  for (const methods of renamed)
    changes.add('method-renamed', createPairSite(site, methods), {
      message: `the method was renamed to ${quote(formatLocalMethodId(methods.new))}`,
      effect: 'removes',
      reason: 'the old name no longer exists; requests are the same',
    });
  for (const methods of [...kept, ...renamed]) compareMethod(comparison, methods, createPairSite(site, methods));
}

function toNamedMethods({ methods }: Api, base: string): NamedMember<Method>[] {
  return methods.map((method) => ({
    name: formatLocalMethodId(method),
    value: method,
    signature: `${method.httpMethod} ${getPathKey(method, base)}`,
  }));
}

function createSite(site: Site, method: Method): Site {
  const keys = [...method.collections.flatMap((name) => ['resources', name]), 'methods', method.name];
  return createChildSite(site, keys, formatLocalMethodId(method));
}

const createPairSite = (site: Site, { old, new: next }: Pair<Method>): Site => ({
  ...createSite(site, old),
  new: createSite(site, next).new,
});

function compareMethod(comparison: Comparison, methods: Pair<Method>, site: Site): void {
  const { old, new: next } = methods;
  compareDocumentation(comparison, methods, site);
  const samePath = compareRoutes(comparison, methods, site);
  compareParameters(comparison, { old: old.parameters, new: next.parameters }, { ...site, samePath });
  compareRequests(comparison, methods, site);
  compareResponses(comparison, methods, site);
  compareUploads(comparison, methods, site);
  for (const aspect of aspects) compareAspect(comparison, aspect, { ...methods, site });
  compareScopes(comparison, methods, site);
  comparePermissions(comparison, methods, site);
  compareRules(comparison, { old: old.rules, new: next.rules }, { ...site, direction: sentOnly });
}

/** Compares routes. Returns whether they are the same apart from the names of variables. */
function compareRoutes({ changes, bases }: Comparison, { old, new: next }: Pair<Method>, site: Site): boolean {
  if (old.httpMethod !== next.httpMethod)
    changes.add('http-method-changed', createChildSite(site, ['httpMethod']), {
      message: `the HTTP method changed from ${old.httpMethod} to ${next.httpMethod}`,
      effect: 'replaces',
    });
  if (getPathKey(old, bases.old) === getPathKey(next, bases.new)) return true;
  const message = `the path changed from ${quote(old.route)} to ${quote(next.route)}`;
  const wider = isWiderPath(getPathKey(old, bases.old), getPathKey(next, bases.new));
  changes.add('route-changed', createChildSite(site, ['path']), {
    message,
    ...(wider ? { effect: 'widens' } : { effect: 'replaces', reason: 'existing clients call the old path' }),
  });
  return wider;
}

function compareRequests(comparison: Comparison, { old, new: next }: Pair<Method>, site: Site): void {
  const place = createChildSite({ ...site, direction: sentOnly }, ['request'], `${site.subject} request`);
  if (old.request !== undefined && next.request !== undefined) {
    compareTypes(comparison, { old: old.request, new: next.request }, place);
  } else if (next.request !== undefined) {
    const required = next.body === 'required';
    const message = `the ${required ? 'required ' : ''}request body${formatSchema(next.request)} was added`;
    comparison.changes.add('request-changed', place, { message, effect: required ? 'replaces' : 'adds' });
  } else if (old.request !== undefined) {
    comparison.changes.add('request-changed', place, {
      message: `the request body${formatSchema(old.request)} was removed`,
      effect: 'removes',
    });
  }
}

function compareResponses(comparison: Comparison, { old, new: next }: Pair<Method>, site: Site): void {
  const place = createChildSite({ ...site, direction: receivedOnly }, ['response'], `${site.subject} response`);
  if (old.response !== undefined && next.response !== undefined) {
    compareTypes(comparison, { old: old.response, new: next.response }, place);
  } else if (next.response !== undefined) {
    comparison.changes.add('response-changed', place, {
      message: `the response body${formatSchema(next.response)} was added`,
      effect: 'adds',
    });
  } else if (old.response !== undefined) {
    comparison.changes.add('response-changed', place, {
      message: `the response body${formatSchema(old.response)} was removed`,
      effect: 'removes',
    });
  }
}

const formatSchema = (type: Type): string => (type.kind === 'ref' ? ` ${quote(type.schema)}` : '');

/** Behavior of the client. Details are reported for the parameters. */
interface Aspect {
  readonly kind: ChangeKind;
  readonly name: string;
  readonly getValue: (method: Method) => unknown;
  /** Whether only the mock depends on it. */
  readonly internal?: true;
}

const aspects: readonly Aspect[] = [
  { kind: 'pagination-changed', name: 'pagination', getValue: ({ list }) => list },
  { kind: 'operation-changed', name: 'the operation style', getValue: ({ operation }) => operation },
  { kind: 'request-id-changed', name: 'the request ID', getValue: ({ requestId }) => requestId },
  { kind: 'media-changed', name: 'media download', getValue: ({ mediaDownload }) => (mediaDownload ? true : undefined) },
  {
    kind: 'behavior-changed',
    name: 'the behavior of the mock',
    getValue: ({ action, actionSource }) => (actionSource === undefined ? action.kind : action),
    internal: true,
  },
];

function compareAspect({ changes }: Comparison, aspect: Aspect, { old, new: next, site }: Pair<Method> & { readonly site: Site }): void {
  const before = aspect.getValue(old);
  const after = aspect.getValue(next);
  if (toCanonicalText(before ?? null) === toCanonicalText(after ?? null)) return;
  const outcome = before === undefined ? 'was added' : after === undefined ? 'was removed' : 'changed';
  const effects: Readonly<Record<typeof outcome, Effect>> = { 'was added': 'adds', 'was removed': 'removes', changed: 'replaces' };
  const change =
    aspect.internal === true ? { effect: 'explains' as const, reason: 'only the mock depends on it' } : { effect: effects[outcome] };
  changes.add(aspect.kind, site, { message: `${aspect.name} ${outcome}`, ...change });
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
  const place = createChildSite({ ...site, direction: sentOnly }, ['x-permissions']);
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
