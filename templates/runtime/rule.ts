/** Rules as data: the closed set of kinds that a specification can state and the runtime enforces. */
import type { FilterRule, OrderByRule, PaginationRule, PrefixRule } from './list-rules.js';
import type { ResourceRule } from './resource-rules.js';
import type { RecordDataRule, ServiceRule } from './service-rules.js';

export type { FilterRule, OrderByRule, PaginationRule, PrefixRule } from './list-rules.js';

/** Field name to the values that satisfy it; `null` stands for "absent". All named fields must satisfy. An absent field that has a default counts as its default. */
export type Condition = Readonly<Record<string, readonly (string | number | boolean | null)[]>>;

/** Why a value is rejected, as error responses name it. */
export type ValidationReason =
  | 'invalid'
  | 'required'
  | 'forbidden'
  | 'conditionNotMet'
  | 'alreadyExists'
  | 'resourceNotReady'
  | 'resourceInUseByAnotherResource'
  | 'containerNotEmpty';

/** A condition that a value must meet: an entry of `x-validations`. */
export interface Validation {
  /** A CEL expression of `self` and `oldSelf`. */
  readonly rule: string;
  readonly message?: string;
  readonly reason?: ValidationReason;
  /** The field that the error names, from the value. */
  readonly fieldPath?: string;
  /** Whether it also applies at creation, without a stored value. */
  readonly optionalOldSelf?: boolean;
}

/** The address ranges at `fields` (dotted paths) do not overlap, in one object and among all resources that share the field `within`. */
export interface NonOverlappingRule {
  readonly kind: 'nonOverlapping';
  readonly fields: readonly string[];
  readonly within: string;
}
/**
 * Optimistic locking (AIP-154). An update must contain the current value of `field`; with `match: optional`, only if it contains the field,
 * and a deletion can contain it as a parameter. Otherwise, the request fails with 412 `conditionNotMet`. Each change of the fields that
 * `covers` lists (default: all content) renews the value.
 */
export interface EtagRule {
  readonly kind: 'etag';
  readonly field: string;
  readonly match: 'required' | 'optional';
  readonly covers?: readonly string[];
}
/** Within a group of resources one holds the `active` role; a `standby` one set to `active` swaps roles with it, and the former active one drains. */
export interface ActiveStandbyRule {
  readonly kind: 'activeStandby';
  readonly field: string;
  readonly active: string;
  readonly standby: string;
  /** Fields that resources of one group share. */
  readonly group: readonly string[];
  readonly when: Condition;
  readonly drain: {
    readonly field: string;
    readonly during: string;
    readonly after: string;
    /** Query parameter with the seconds, and where it applies (otherwise 0). */
    readonly parameter: string;
    readonly when: Condition;
  };
}
/** The states of `field` and the documented transitions between them. */
export interface StatesRule {
  readonly kind: 'states';
  readonly field: string;
  readonly values: readonly string[];
  /** While the field has one of these values, the resource can't be used or modified. */
  readonly immutable?: readonly string[];
  readonly transitions?: readonly {
    readonly from: string;
    readonly to: string;
    /** What brings it about, in words. */
    readonly trigger?: string;
    /** The id of the method that brings it about: `shop.shelves.archive`. */
    readonly method?: string;
    readonly condition?: string;
    readonly effects?: string;
  }[];
}
/** Rules judged on one message alone. */
export type MessageRule = NonOverlappingRule | RecordDataRule;
/** Rules that concern state kept by the service. */
export type StateRule = EtagRule | ActiveStandbyRule | StatesRule | ResourceRule | Exclude<ServiceRule, RecordDataRule>;
export type SchemaRule = MessageRule | StateRule;

/**
 * A request that repeats an id changes nothing and returns the first response. Where that is an operation, its field `echo` repeats the id.
 * `parameter` is a query parameter or a field of the body.
 */
export interface RequestIdRule {
  readonly kind: 'requestId';
  readonly parameter: string;
  readonly echo?: string;
}
/** The method answers an operation that tracks the change. */
export interface OperationRule {
  readonly kind: 'operation';
  readonly scope: 'global' | 'region' | 'zone';
}
/**
 * How an update changes the resource. `merge`: the body is a JSON merge patch (RFC 7396). `fields`: only these fields of the body change the
 * resource. `mask`: the parameter with the fields to update.
 */
export interface UpdateRule {
  readonly kind: 'update';
  readonly merge?: true;
  readonly fields?: readonly string[];
  readonly mask?: string;
}
/** A field of the body that must be given where the resource at `resource` (a field path of the stored target) has `has`. */
export interface RequiredIfResourceHasRule {
  readonly kind: 'requiredIfResourceHas';
  readonly field: string;
  readonly has: string;
}

/** The change is recorded as a resource at the path template `as`, which is the answer; the parameter `id` names it, else the server. */
export interface ChangeRecordRule {
  readonly kind: 'changeRecord';
  readonly as: string;
  readonly id?: string;
}
/** Of the list `field` answers show the elements whose member `by` is named in the `parameter` (separated by commas), else those of `default`. */
export interface ElementSelectorRule {
  readonly kind: 'elementSelector';
  readonly field: string;
  readonly by: string;
  readonly parameter: string;
  readonly default: string;
}
/** An update or patch of a resource that doesn't exist creates it, and a deletion of one succeeds, where the boolean `parameter` is true; always, without one (AIP-134, AIP-135). */
export interface AllowMissingRule {
  readonly kind: 'allowMissing';
  readonly parameter?: string;
}
export type MethodRule =
  | RequestIdRule
  | OperationRule
  | PaginationRule
  | FilterRule
  | OrderByRule
  | UpdateRule
  | RequiredIfResourceHasRule
  | ChangeRecordRule
  | ElementSelectorRule
  | PrefixRule
  | AllowMissingRule;
export type Rule = SchemaRule | MethodRule;
export type RuleKind = Rule['kind'];

/** What a method does to the mock's state. `resource` is the path template of the resource (or, for create and list, of one member of the collection) it concerns. */
export type Action =
  | { readonly kind: 'get'; readonly resource: string }
  /** `id`: what names the resource where the path names only its collection: a query parameter or a field of the body; where that is not given, the field of the body that holds the name does. */
  | { readonly kind: 'patch' | 'update' | 'delete'; readonly resource: string; readonly id?: string }
  /** `of`: members of all collections that are listed, by their scopes, where these are several or stand in several scopes. */
  | { readonly kind: 'list'; readonly resource: string; readonly of?: readonly string[] }
  /** `id`: query parameter that names the new resource, where there is one. `replaces`: takes the place of one that has the name. */
  | { readonly kind: 'create'; readonly resource: string; readonly id?: string; readonly replaces?: boolean }
  /** `isBare`: the body of the request is the policy itself, not a message that holds it. */
  | { readonly kind: 'getIamPolicy' | 'setIamPolicy' | 'testIamPermissions'; readonly resource: string; readonly isBare?: true }
  /** Answers the resource as soon as `field` holds one of `values`, or as it is after `seconds`, or after the duration in the field `timeout` of the body if that is shorter. */
  | {
      readonly kind: 'await';
      readonly resource: string;
      readonly field: string;
      readonly values: readonly (string | boolean)[];
      readonly seconds: number;
      readonly timeout?: string;
    }
  /** Cancels the operation: one that is not done ends with the error 1 (`CANCELLED`), as AIP-151 describes it. */
  | { readonly kind: 'cancel'; readonly resource: string }
  /** Moves the resource to another state, as its `states` rules state for the method; `returns`: what the response is. */
  | { readonly kind: 'transition'; readonly resource: string; readonly returns: 'resource' | 'empty' }
  /** Replaces `fields` of the resource by those of the body; the field `fingerprint` guards them. */
  | { readonly kind: 'setFields'; readonly resource: string; readonly fields: readonly string[]; readonly fingerprint?: string }
  /**
   * Creates `creates` from the resource that the path names; `copies` maps fields of the new resource to fields of the source (`selfLink`: its address).
   * `passes`: states that a field goes through while the operation runs, the first on acceptance, the last when it is done.
   * `from`: the field of the body that links to the source, where the path does not name it; without that field the resource is created from nothing.
   * `links`: fields of the body that link to further resources, which must be there, and what is copied from them.
   * `target`: what the operation calls its target, where that is not the new resource.
   */
  | {
      readonly kind: 'createFrom';
      readonly resource: string;
      readonly creates: string;
      readonly copies: Readonly<Record<string, string>>;
      readonly passes?: { readonly field: string; readonly values: readonly string[] };
      readonly from?: string;
      readonly links?: Readonly<Record<string, { readonly resource: string; readonly copies: Readonly<Record<string, string>> }>>;
      readonly target?: 'source';
    }
  /** Applies the deletions, then the additions, of the body to the sibling collection whose members have the path `members`, whole or not at all, and keeps the batch as a resource. */
  | { readonly kind: 'batch'; readonly resource: string; readonly members: string; readonly additions: string; readonly deletions: string }
  /** Merges the policies assigned to the resource's ancestors; each entry of `lists` (response field -> { policy field, member that wraps it }) is tagged with its source. */
  | {
      readonly kind: 'effectivePolicy';
      readonly resource: string;
      readonly policies: string;
      readonly lists: Readonly<Record<string, { readonly from: string; readonly as: string }>>;
    }
  /** Answers those entries (`namespace`, `key`, `value`) of the list `field` of the resource that the parameters `queryPath` or `variableKey` name. */
  | { readonly kind: 'guestAttributes'; readonly resource: string; readonly field: string }
  /** Error events: reported, grouped and counted; listed and deleted; group statistics. `resource` is the owner (project or location). */
  | { readonly kind: 'reportEvent' | 'listEvents' | 'deleteEvents' | 'listGroupStats'; readonly resource: string }
  /** Not known how to do: answered with 501, naming the method. */
  | { readonly kind: 'notImplemented' };
