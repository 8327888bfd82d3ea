/** The hooks of rule kinds: what the mock does for a rule of a resource. `index.ts` lists the kinds and calls their hooks. */
import type { MaybePromise } from '../../lib/maybe-promise.js';
import type { Effect } from '../../state/apply-effects.js';
import type { Member, PendingPut, PlacedResource } from '../../state/entity.js';
import type { State } from '../../state/state.js';
import type { EngineCall } from '../call.js';
import type { PendingChange, RuledChange } from '../resource-change.js';

/** The hooks of a kind. Each receives what happens to a resource, and one of its rules. A hook that rejects throws an `HttpError`. */
export interface RuleHooks<R> {
  /** Checks or completes a new resource. */
  readonly onCreate?: (change: PendingChange, rule: R) => MaybePromise<PendingChange>;
  /** Checks or completes a changed resource. */
  readonly onUpdate?: (change: PendingChange, rule: R) => MaybePromise<PendingChange>;
  /** Returns the effects of a new or changed resource on other resources. */
  readonly planEffects?: (change: PendingChange, rule: R, applyToCreated: ApplyToCreated) => MaybePromise<readonly Effect[]>;
  /** Validates the content of a resource: a new, changed, or seeded one, when all other rules have been applied. */
  readonly validate?: (resource: PlacedResource, rule: R) => void;
  /** Compares a seeded resource with other resources. All resources of the seed are stored. */
  readonly onSeed?: (seeded: PlacedResource, rule: R, seed: SeedContext) => void;
  /** Returns why a resource can't be stored when a delayed operation completes, because other resources may have changed. */
  readonly onComplete?: (put: PendingPut, rule: R, completion: CompletionContext) => string | undefined;
  /** Checks whether a resource can be deleted. */
  readonly onDelete?: (deletion: Deletion, rule: R) => void;
}

/** Applies the rules of another resource, which a rule creates. */
export type ApplyToCreated = (change: PendingChange) => Promise<RuledChange>;

export interface SeedContext {
  readonly state: State;
  readonly groupMembers: GroupMembers;
}

/**
 * Groups members by shared keys. A set of members, which the rule and `scope` identify, is read only once, regardless of the number of
 * lookups. Members don't share the key `undefined`.
 */
export type GroupMembers = (
  set: { readonly rule: object; readonly scope: string },
  members: Iterable<Member>,
  getKeys: (member: Member) => readonly unknown[],
) => ReadonlyMap<unknown, readonly Member[]>;

export interface CompletionContext {
  readonly state: State;
  /** All resources that the operation stores. */
  readonly puts: readonly PendingPut[];
}

export interface Deletion {
  readonly call: EngineCall;
  readonly member: Member;
}
