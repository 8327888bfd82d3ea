/** The rule kinds of resources, and what calls their hooks. The compiler rejects a kind without an entry. */
import type { SchemaRule } from '../../../runtime/rule.js';
import { validateBody } from '../../lib/request-validation.js';
import type { JsonObject } from '../../lib/json.js';
import type { Member, PendingChanges, PlacedResource } from '../../state/entity.js';
import type { State } from '../../state/state.js';
import type { CompiledResource } from '../../catalog/resource.js';
import { BatchChanges } from '../batch-changes.js';
import { createFillContext, type EngineCall } from '../call.js';
import { checkByServices, findRuleModule } from '../service-modules.js';
import { findRelationViolations, requireValid, requireValidChange, throwViolations } from '../conditions/validations.js';
import type { PendingChange, RuledChange } from '../resource-change.js';
import { deleteBlockedByReference } from './delete-blocked-by-reference.js';
import { deleteRequiresEmpty } from './delete-requires-empty.js';
import { derivedFrom } from './derived-from.js';
import { etag } from './etag.js';
import { nonOverlapping } from './non-overlapping.js';
import { ownedResources, requireNotOwned } from './owned-resources.js';
import { reference } from './reference.js';
import type { RuleHooks, SeedContext } from './rule-hooks.js';
import { serverDefault, setCreationFields } from './server-default.js';
import { states } from './states.js';

type RuleKinds = { readonly [K in SchemaRule['kind']]: RuleHooks<Extract<SchemaRule, { readonly kind: K }>> };

/** The kinds in the order in which their hooks run. */
const ruleKinds: RuleKinds = {
  etag,
  states,
  nonOverlapping,
  serverDefault,
  derivedFrom,
  reference,
  // A service module has hooks itself.
  service: {},
  ownedResources,
  deleteRequiresEmpty,
  deleteBlockedByReference,
  // These have no hooks: what computes the stored and the visible form of a resource reads them.
  builtIn: {},
  softDelete: {},
  counter: {},
  projectNumber: {},
  resourceUrl: {},
  omitted: {},
};

type Hook = keyof RuleHooks<never>;

interface BoundHook<H extends Hook> {
  readonly rule: SchemaRule;
  readonly run: NonNullable<RuleHooks<SchemaRule>[H]>;
}

const hooksByResource = new WeakMap<CompiledResource, Map<Hook, readonly BoundHook<Hook>[]>>();

/** Lists a hook of all rules of a resource. */
function listHooks<H extends Hook>(resource: CompiledResource, name: H): readonly BoundHook<H>[] {
  let hooks = hooksByResource.get(resource);
  if (!hooks) hooksByResource.set(resource, (hooks = new Map()));
  let bound = hooks.get(name) as readonly BoundHook<H>[] | undefined;
  if (!bound) hooks.set(name, (bound = bindHooks(resource, name)));
  return bound;
}

function bindHooks<H extends Hook>({ api, rules }: CompiledResource, name: H): readonly BoundHook<H>[] {
  // The type of the table pairs each kind with its rules.
  const kinds = Object.entries(ruleKinds) as readonly (readonly [kind: string, hooks: RuleHooks<SchemaRule>])[];
  return kinds.flatMap(([kind, hooks]) =>
    rules.flatMap((rule): readonly BoundHook<H>[] => {
      if (rule.kind !== kind) return [];
      const { [name]: run } = rule.kind === 'service' ? (findRuleModule(api, rule) as RuleHooks<SchemaRule>) : hooks;
      return run ? [{ rule, run }] : [];
    }),
  );
}

async function applyHooks(change: PendingChange, name: 'onCreate' | 'onUpdate'): Promise<PendingChange> {
  let changed = change;
  for (const { rule, run } of listHooks(change.place.resource, name)) {
    const result = run(changed, rule);
    // Most rules apply synchronously.
    changed = result instanceof Promise ? await result : result;
  }
  return changed;
}

async function addEffects(change: PendingChange): Promise<RuledChange> {
  const sideEffects = [];
  for (const { rule, run } of listHooks(change.place.resource, 'planEffects'))
    sideEffects.push(...(await run(change, rule, applyToCreated)));
  return { next: change.next, sideEffects };
}

/** Applies the rules to a new resource, which isn't validated. */
async function applyToCreated(change: PendingChange): Promise<RuledChange> {
  const created = await applyHooks(change, 'onCreate');
  const context = { place: created.place, call: createFillContext(created.call) };
  return addEffects({ ...created, next: setCreationFields(context, created.next, created.before.body) });
}

/**
 * Applies the rules to a new resource, and plans the resources that it owns. Throws an `HttpError` if a rule or the validator rejects it.
 *
 * @param replaced The resource that the new one replaces.
 */
export async function applyCreationRules(change: PendingChange, replaced?: JsonObject): Promise<RuledChange> {
  const created = await applyToCreated(change);
  const { place } = change;
  // A method without a request body can't receive the required fields.
  if (change.call.method.behavior.method.body !== undefined) validateResource({ place, next: created.next });
  requireValidChange({ ...change, next: created.next }, replaced);
  return created;
}

/** Applies the rules to a changed resource. Throws an `HttpError` if a rule or the validator rejects it. */
export async function applyUpdateRules(change: PendingChange): Promise<RuledChange> {
  const changed = await addEffects(await applyHooks(change, 'onUpdate'));
  const { place, before } = change;
  validateResource({ place, next: changed.next });
  requireValidChange({ ...change, next: changed.next }, before.body);
  return changed;
}

function validateResource(resource: PlacedResource): void {
  for (const check of listContentChecks(resource)) check();
}

/** Returns the checks of a resource's own content. Each throws 400 if the resource violates it. */
export function listContentChecks(put: PlacedResource): readonly (() => void)[] {
  const { resource } = put.place;
  const { validate } = resource.behavior;
  return [
    ...listHooks(resource, 'validate').map(
      ({ rule, run }) =>
        () =>
          run(put, rule),
    ),
    ...(resource.serviceChecks.length > 0 ? [() => checkByServices(put.place, put.next)] : []),
    () => requireValid(resource, put.next),
    ...(validate ? [() => validateBody(validate, put.next)] : []),
  ];
}

/** Returns the checks that compare a seeded resource with others. Each throws 400 for a resource that no call could have created. */
export function listRelationChecks(put: PlacedResource, seed: SeedContext): readonly (() => void)[] {
  return [
    ...listHooks(put.place.resource, 'onSeed').map(
      ({ rule, run }) =>
        () =>
          run(put, rule, seed),
    ),
    () => throwViolations(findRelationViolations({ ...put, call: { state: seed.state } })),
  ];
}

/** Checks the rules between resources again when a delayed operation completes. Returns the conflict, or `undefined` without one. */
export function findConflict(state: State, { puts, removed }: PendingChanges): string | undefined {
  const batch = new BatchChanges(puts, removed);
  for (const put of puts) {
    for (const { rule, run } of listHooks(put.place.resource, 'onComplete')) {
      const conflict = run(put, rule, { state, puts });
      if (conflict !== undefined) return conflict;
    }
    const [violation] = findRelationViolations({ ...put, call: { state }, batch });
    if (violation) return violation.message;
  }
  return undefined;
}

/** Throws 400 or 412 if the resource can't be deleted now, or only with its parent. */
export function requireDeletable(call: EngineCall, member: Member): void {
  for (const { rule, run } of listHooks(member.place.resource, 'onDelete')) run({ call, member }, rule);
  requireNotOwned(call, member.place, undefined);
}
