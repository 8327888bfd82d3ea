/** Rules as data: all kinds of rules that a specification can state and the runtime enforces. */
import type { AllParentsRule, FilterRule, OrderByRule, PaginationRule, PrefixRule } from './list-rules.js';
import type { ResourceRule, SoftDeletion, StatedValue } from './resource-rules.js';
import type { ServiceAction, ServiceRule } from './services.js';

export type { FilterRule, OrderByRule, PaginationRule, PrefixRule } from './list-rules.js';
export type { Condition } from './resource-rules.js';

/** The `reason` of an error response. */
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
export interface ValidationRule {
  /** A CEL expression of `self` and `oldSelf`. */
  readonly rule: string;
  readonly message?: string;
  readonly reason?: ValidationReason;
  /** The path from the value to the field that an error names. */
  readonly fieldPath?: string;
  /** Whether the condition also applies at creation, without a stored value. */
  readonly optionalOldSelf?: boolean;
}

/** The address ranges at `fields` (dotted paths) must not overlap, in one object and among all resources with the same value of the field `within`. */
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
    /** The cause of the transition, in words. */
    readonly trigger?: string;
    /** The id of the method that causes the transition: `shop.shelves.archive`. */
    readonly method?: string;
    readonly condition?: string;
    readonly effects?: string;
  }[];
}
/** Rules that apply to a single message. */
export type MessageRule = NonOverlappingRule | ServiceRule;
/** Rules that depend on the state of the service. */
export type StateRule = EtagRule | StatesRule | ResourceRule | ServiceRule;
export type SchemaRule = MessageRule | StateRule;

/**
 * A request that repeats an id changes nothing and returns the first response. If the response is an operation, its field `echo` contains
 * the id. `parameter` is a query parameter or a field of the body.
 */
export interface RequestIdRule {
  readonly kind: 'requestId';
  readonly parameter: string;
  readonly echo?: string;
}
/**
 * The method returns a long-running operation that tracks the change. `scope`: by default, that of the path. `type`: its `operationType`.
 * `metadata` and `response`: the full names of their messages, or `null` if it has none. `name`: its name, or its last ID if there is no slash.
 * `fields`: the values of its fields. `doneFields`: the values of fields that it has only after it succeeds. `omitted`: the fields that it
 * doesn't have. `{name}` in a value is a field of the changed resource, `{path.name}` a variable of its path, `{rootUrl}` the address of the
 * API, and `{operation}` the ID of the operation.
 */
export interface OperationRule {
  readonly kind: 'operation';
  readonly scope?: 'global' | 'region' | 'zone';
  readonly type?: string;
  readonly metadata?: string | null;
  readonly response?: string | null;
  readonly name?: string;
  readonly fields?: Readonly<Record<string, StatedValue>>;
  readonly doneFields?: Readonly<Record<string, StatedValue>>;
  readonly omitted?: readonly string[];
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
/** `field` of the body is required if the stored resource has the field path `has`. */
export interface RequiredIfResourceHasRule {
  readonly kind: 'requiredIfResourceHas';
  readonly field: string;
  readonly has: string;
}

/** The change is recorded as a resource at the path template `as`, which is the response. The parameter `idParameter`, or else the server, names it. */
export interface ChangeRecordRule {
  readonly kind: 'changeRecord';
  readonly as: string;
  readonly idParameter?: string;
}
/** Responses contain only those elements of the list `field` whose member `by` is in `parameter` (separated by commas). Default: `default`. */
export interface ElementSelectorRule {
  readonly kind: 'elementSelector';
  readonly field: string;
  readonly by: string;
  readonly parameter: string;
  readonly default: string;
}
/** If the boolean `parameter` is true, or there is no `parameter`, an update of a missing resource creates it, and a deletion of one succeeds (AIP-134, AIP-135). */
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
  | AllParentsRule
  | AllowMissingRule;
export type Rule = SchemaRule | MethodRule;
export type RuleKind = Rule['kind'];
export type RuleOf<K extends RuleKind> = Extract<Rule, { readonly kind: K }>;

/** The effect of a method on the state of the mock. `resource` is the path template of the resource or, for create and list, of a member of the collection. */
export type Action =
  | { readonly kind: 'get'; readonly resource: string }
  /** `id`: the query parameter or body field that names the resource, if the path names only its collection. Default: the body field with the name. */
  | { readonly kind: 'patch' | 'update'; readonly resource: string; readonly id?: string }
  /**
   * `keeps`: how the resource remains after the deletion (AIP-164). `returnsResource`: its operation returns the resource. `onlyIf`: the value
   * that a boolean parameter must have, because the contents that matter otherwise aren't known. An absent parameter is false.
   */
  | {
      readonly kind: 'delete';
      readonly resource: string;
      readonly id?: string;
      readonly keeps?: SoftDeletion;
      readonly returnsResource?: true;
      readonly onlyIf?: { readonly parameter: string; readonly value: boolean };
    }
  /** Restores a deleted resource (AIP-164). `returns`: the kind of the response. */
  | { readonly kind: 'undelete'; readonly resource: string; readonly deletion: SoftDeletion; readonly returns: 'resource' | 'empty' }
  /** `of`: the path templates of the members of all listed collections, if there are several collections or scopes. */
  | { readonly kind: 'list'; readonly resource: string; readonly of?: readonly string[] }
  /**
   * `id`: the query parameter that names the new resource, if any. `name`: the template of its ID (`paths/name-template.ts`). `replaces`: replaces a
   * resource with the same name.
   */
  | { readonly kind: 'create'; readonly resource: string; readonly id?: string; readonly name?: string; readonly replaces?: boolean }
  /**
   * `isBare`: the request body is the policy itself, not a message that contains it. `acceptsMissing`: a caller has no permissions for a
   * resource that doesn't exist, which isn't an error.
   */
  | {
      readonly kind: 'getIamPolicy' | 'setIamPolicy' | 'testIamPermissions';
      readonly resource: string;
      readonly isBare?: true;
      readonly acceptsMissing?: true;
    }
  /** Returns the resource as soon as `field` has one of `values`, at the latest after `seconds` or the duration in the field `timeout` of the body. */
  | {
      readonly kind: 'waitForField';
      readonly resource: string;
      readonly field: string;
      readonly values: readonly (string | boolean)[];
      readonly seconds: number;
      readonly timeout?: string;
    }
  /** Cancels the operation. One that isn't done ends with the error code 1 (`CANCELLED`), as in AIP-151. */
  | { readonly kind: 'cancel'; readonly resource: string }
  /** Changes the state of the resource as its `states` rules define for the method. `returns`: the kind of the response. */
  | { readonly kind: 'transition'; readonly resource: string; readonly returns: 'resource' | 'empty' }
  /**
   * Replaces `fields` of the resource with those of the body. `fingerprint` is the field for optimistic locking, which the body must contain
   * unless `match` is `optional`. `isBare`: the body is the value of the field, not a message that contains it.
   */
  | {
      readonly kind: 'setFields';
      readonly resource: string;
      readonly fields: readonly string[];
      readonly fingerprint?: string;
      readonly match?: 'optional';
      readonly isBare?: true;
    }
  /** Sets the state of the resource: a value of an enum, or a boolean field. `returns`: the kind of the response. */
  | {
      readonly kind: 'setState';
      readonly resource: string;
      readonly field: string;
      readonly value: string | boolean;
      readonly returns: 'resource' | 'empty';
    }
  /** Adds elements to the list `field`: those in the field `from` of the body, or the body itself. */
  | { readonly kind: 'addElements'; readonly resource: string; readonly field: string; readonly from?: string }
  /** Removes elements of the list `field`: those in the field `from` of the body, or the one that the parameter `key` identifies by its field of that name. */
  | { readonly kind: 'removeElements'; readonly resource: string; readonly field: string; readonly from?: string; readonly key?: string }
  /** Returns or patches the element of the list `field` that the parameter `key` identifies by its field of that name. */
  | { readonly kind: 'getElement' | 'patchElement'; readonly resource: string; readonly field: string; readonly key: string }
  /**
   * Creates a resource at `creates` from the resource in the path. `copies` maps fields of the new resource to fields of the source (`selfLink`: its URL).
   * `passes`: the values of a field while the operation runs, the first on acceptance, the last when it is done.
   * `from`: the body field that links to the source, if the path doesn't name it. Without that field in a request there is no source.
   * `links`: body fields that link to other resources, which must exist, and the fields to copy from them.
   * `target`: `source` if the target of the operation is the source instead of the new resource.
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
  /** Applies the deletions and then the additions of the body atomically to the collection at the path template `members`, and stores the batch as a resource. */
  | { readonly kind: 'batch'; readonly resource: string; readonly members: string; readonly additions: string; readonly deletions: string }
  /**
   * Calls `method` for each of the `elements`, all or nothing: for each name in a query parameter or in a list of the body, or for each request
   * in a list of the body. `body`: the field of a request with the resource. `items`: the field of the response with the resources.
   */
  | {
      readonly kind: 'callEach';
      readonly resource: string;
      readonly method: string;
      readonly elements: string;
      readonly body?: string;
      readonly items?: string;
    }
  | ServiceAction
  /** The mock doesn't implement the method. It responds with 501 and names the method. */
  | { readonly kind: 'notImplemented' };
