/** Changes of methods. */
import { getBodyRequirement } from '../emit/bodies.js';
import { quote } from '../diagnostics.js';
import type { Api, Method, Permission, Type } from '../model/model.js';
import { childSite, type ChangeKind, type Direction, type Effect, sentOnly, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { compareDocumentation } from './compare-fields.js';
import { toCanonicalText, matchMembers, type NamedMember } from './match-members.js';
import { compareUploads } from './compare-uploads.js';
import { compareParameters } from './compare-parameters.js';
import { localMethodId, getPathKey, isWiderPath } from './path-keys.js';
import { compareRules } from './compare-rules.js';
import { compareTypes } from './compare-types.js';

const receivedOnly: Direction = { sent: false, received: true };

export function compareMethods(comparison: Comparison, site: Site): void {
  const { changes } = comparison;
  const { kept, renamed, removed, added } = matchMembers(
    named(comparison.old.api, comparison.bases.old),
    named(comparison.new.api, comparison.bases.new),
  );
  for (const method of removed)
    changes.add('method-removed', { ...at(site, method), new: site.new }, { message: 'the method is gone', effect: 'removes' });
  for (const method of added)
    changes.add('method-added', { ...at(site, method), old: site.old }, { message: 'a new method', effect: 'adds' });
  for (const methods of renamed)
    changes.add('method-renamed', between(site, methods), {
      message: `the method is called ${quote(localMethodId(methods.new))} now`,
      effect: 'removes',
      reason: 'the old name is no longer known; requests are the same',
    });
  for (const methods of [...kept, ...renamed]) compareMethod(comparison, methods, between(site, methods));
}

function named({ methods }: Api, base: string): NamedMember<Method>[] {
  return methods.map((method) => ({
    name: localMethodId(method),
    value: method,
    signature: `${method.httpMethod} ${getPathKey(method, base)}`,
  }));
}

function at(site: Site, method: Method): Site {
  const keys = [...method.collections.flatMap((name) => ['resources', name]), 'methods', method.name];
  return childSite(site, keys, localMethodId(method));
}

const between = (site: Site, { old, new: next }: Pair<Method>): Site => ({ ...at(site, old), new: at(site, next).new });

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

/** Whether the paths are the same but for the names of their variables. */
function compareRoutes({ changes, bases }: Comparison, { old, new: next }: Pair<Method>, site: Site): boolean {
  if (old.httpMethod !== next.httpMethod)
    changes.add('verb-changed', childSite(site, ['httpMethod']), {
      message: `was ${old.httpMethod}, is ${next.httpMethod}`,
      effect: 'replaces',
    });
  if (getPathKey(old, bases.old) === getPathKey(next, bases.new)) return true;
  const message = `the path was ${quote(old.route)}, is ${quote(next.route)}`;
  const wider = isWiderPath(getPathKey(old, bases.old), getPathKey(next, bases.new));
  changes.add('route-changed', childSite(site, ['path']), {
    message,
    ...(wider ? { effect: 'widens' } : { effect: 'replaces', reason: 'clients that are in use call the old path' }),
  });
  return wider;
}

function compareRequests(comparison: Comparison, { old, new: next }: Pair<Method>, site: Site): void {
  const place = childSite({ ...site, direction: sentOnly }, ['request'], `${site.subject} request`);
  if (old.request !== undefined && next.request !== undefined) {
    compareTypes(comparison, { old: old.request, new: next.request }, place);
  } else if (next.request !== undefined) {
    const required = getBodyRequirement(next, comparison.new.api) === 'required';
    const message = `takes ${shown(next.request)}${required ? ', which must be there' : ''}`;
    comparison.changes.add('request-changed', place, { message, effect: required ? 'replaces' : 'adds' });
  } else if (old.request !== undefined) {
    comparison.changes.add('request-changed', place, { message: `no longer takes ${shown(old.request)}`, effect: 'removes' });
  }
}

function compareResponses(comparison: Comparison, { old, new: next }: Pair<Method>, site: Site): void {
  const place = childSite({ ...site, direction: receivedOnly }, ['response'], `${site.subject} response`);
  if (old.response !== undefined && next.response !== undefined) {
    compareTypes(comparison, { old: old.response, new: next.response }, place);
  } else if (next.response !== undefined) {
    comparison.changes.add('response-changed', place, { message: `answers ${shown(next.response)}`, effect: 'adds' });
  } else if (old.response !== undefined) {
    comparison.changes.add('response-changed', place, { message: `no longer answers ${shown(old.response)}`, effect: 'removes' });
  }
}

const shown = (type: Type): string => (type.kind === 'ref' ? `a body ${quote(type.schema)}` : 'a body');

/** What the client does of its own accord: a change of it is told without details, which are those of the parameters. */
interface Aspect {
  readonly kind: ChangeKind;
  readonly name: string;
  readonly of: (method: Method) => unknown;
  /** Where only the mock knows of it. */
  readonly internal?: true;
}

const aspects: readonly Aspect[] = [
  { kind: 'paging-changed', name: 'lists of pages', of: ({ list }) => list },
  { kind: 'operation-changed', name: 'operations', of: ({ operation }) => operation },
  { kind: 'request-id-changed', name: 'request ids', of: ({ requestId }) => requestId },
  { kind: 'media-changed', name: 'download', of: ({ mediaDownload }) => (mediaDownload ? true : undefined) },
  {
    kind: 'behavior-changed',
    name: 'what the mock does',
    of: ({ action, actionSource }) => (actionSource === undefined ? action.kind : action),
    internal: true,
  },
];

function compareAspect({ changes }: Comparison, aspect: Aspect, { old, new: next, site }: Pair<Method> & { readonly site: Site }): void {
  const before = aspect.of(old);
  const after = aspect.of(next);
  if (toCanonicalText(before ?? null) === toCanonicalText(after ?? null)) return;
  const how = before === undefined ? 'new' : after === undefined ? 'gone' : 'different';
  const effects: Readonly<Record<typeof how, Effect>> = { new: 'adds', gone: 'removes', different: 'replaces' };
  const said = aspect.internal === true ? { effect: 'explains' as const, reason: 'only the mock knows of it' } : { effect: effects[how] };
  changes.add(aspect.kind, site, { message: `${aspect.name}: ${how}`, ...said });
}

/** One of a method's scopes suffices. */
function compareScopes({ changes }: Comparison, { old, new: next }: Pair<Method>, site: Site): void {
  const before = new Set(old.scopes);
  const after = new Set(next.scopes);
  const place = childSite(site, ['scopes']);
  for (const scope of before)
    if (!after.has(scope))
      changes.add('scope-removed', place, {
        message: `the scope ${quote(scope)} ${after.size === 0 ? 'is no longer needed' : 'no longer suffices'}`,
        ...(after.size === 0 ? { effect: 'widens' } : { effect: 'removes', reason: 'calls with this scope alone are refused' }),
      });
  for (const scope of after)
    if (!before.has(scope))
      changes.add('scope-added', place, {
        message: `the scope ${quote(scope)} ${before.size === 0 ? 'is needed' : 'suffices, too'}`,
        ...(before.size === 0 ? { effect: 'replaces', reason: 'no scope was needed' } : { effect: 'adds' }),
      });
}

/** All of a method's permissions are needed. */
function comparePermissions({ changes }: Comparison, { old, new: next }: Pair<Method>, site: Site): void {
  const before = new Map(old.permissions.map((permission) => [permission.permission, permission]));
  const after = new Map(next.permissions.map((permission) => [permission.permission, permission]));
  const place = childSite({ ...site, direction: sentOnly }, ['x-permissions']);
  for (const name of before.keys())
    if (!after.has(name))
      changes.add('permission-removed', place, { message: `the permission ${quote(name)} is no longer needed`, effect: 'widens' });
  for (const [name, permission] of after) {
    const was = before.get(name);
    if (was === undefined)
      changes.add('permission-added', place, { message: `the permission ${quote(name)} is needed${where(permission)}`, effect: 'narrows' });
    else if (was.when !== permission.when)
      changes.add('permission-changed', place, {
        message: `the permission ${quote(name)} was needed${where(was)}, is needed${where(permission)}`,
        effect: was.when === undefined ? 'widens' : 'narrows',
      });
  }
}

const where = ({ when }: Permission): string => (when === undefined ? ' always' : ` where the body has ${quote(when)}`);
