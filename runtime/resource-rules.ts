/** Rules of resources: server-generated values, owned resources, and conflicts with other resources. */

/** Field names and their accepted values, all of which must match. `null` means absent. An absent field counts as its default, if it has one. */
export type Condition = Readonly<Record<string, readonly (string | number | boolean | null)[]>>;

/**
 * A value in a rule: text, a number, a boolean, or a list or map of them. `{field}` in text is replaced with the field of the resource. Text
 * that is only `{field}` becomes the value of that field.
 */
export type StatedValue = string | number | boolean | readonly StatedValue[] | { readonly [name: string]: StatedValue };

/**
 * The server sets `field` to `value` if it is absent at creation, or when `when` becomes true. With `on`, requests can't set the field: the
 * server sets it at creation or with every change of the content. In text, `{now}` is replaced with the time of the server,
 * `{parameter.name}` with a parameter of the request or of the resource path, and `{projectNumber}` with the number of the project.
 */
export interface ServerDefaultRule {
  readonly kind: 'serverDefault';
  readonly field: string;
  readonly value: StatedValue;
  readonly when?: Condition;
  readonly on?: readonly ('create' | 'update')[];
}
/**
 * Responses don't contain the `fields` if `when` is true: whatever their values, or only with one of `values`. The server stores them, so other
 * rules and updates see them.
 */
export interface OmittedRule {
  readonly kind: 'omitted';
  readonly fields: readonly string[];
  readonly values?: readonly StatedValue[];
  readonly when?: Condition;
}
/**
 * `field` is a counter of the resources at the path template `members`, or of the calls of `methods`. Without either, it is the version of
 * the resource: it starts with 1, and each change of the fields in `covers` (default: all content) adds 1. Requests can't set the field.
 */
export interface CounterRule {
  readonly kind: 'counter';
  readonly field: string;
  readonly covers?: readonly string[];
  readonly members?: string;
  readonly methods?: readonly string[];
}
/** The server replaces the ID of the project with its number in the names that the `fields` hold: `projects/123/topics/t`. */
export interface ProjectNumberRule {
  readonly kind: 'projectNumber';
  readonly fields: readonly string[];
}
/** Responses have the full URL of the resources that the `fields` name, whatever part of it a request contains. */
export interface ResourceUrlRule {
  readonly kind: 'resourceUrl';
  readonly fields: readonly string[];
}
/** The value of the field `of` determines that of `field`, as `values` states. For other values, `field` equals the field `otherwise`. */
export interface DerivedFromRule {
  readonly kind: 'derivedFrom';
  readonly field: string;
  readonly of: string;
  readonly values: Readonly<Record<string, StatedValue>>;
  readonly otherwise?: string;
}
/** Resources of this type exist without being created: those in `members`, and any other name. All have `values`. Links may be relative to the URL of the resource. */
export interface BuiltInRule {
  readonly kind: 'builtIn';
  readonly members: readonly { readonly [name: string]: StatedValue }[];
  readonly values?: { readonly [name: string]: StatedValue };
}
/**
 * The resource owns `each` of these resources at the path template `members` while `when` holds, or always. With `forEach`, it owns one of
 * each for every element of that list. `lasting` resources can be changed, but are deleted only with their owner.
 */
export interface OwnedResourcesRule {
  readonly kind: 'ownedResources';
  readonly members: string;
  readonly each: readonly { readonly [name: string]: StatedValue }[];
  readonly forEach?: string;
  readonly when?: Condition;
  readonly lasting?: boolean;
}
/**
 * The resource can't be deleted while there are resources at the path template `members` other than those it owns. If the boolean parameter
 * `unless` of the deletion is true, they are deleted with it (AIP-135).
 */
export interface DeleteRequiresEmptyRule {
  readonly kind: 'deleteRequiresEmpty';
  readonly members: string;
  readonly unless?: string;
}
/**
 * How a deleted resource remains until it is undeleted or removed (AIP-164). `state`: its state then and after it is undeleted. `deleteTime` and
 * `expireTime`: the fields with the times of the deletion and of the removal, which is `days` after it.
 */
export type SoftDeletion = {
  readonly state?: { readonly field: string; readonly deleted: string; readonly restored?: string };
  readonly deleteTime?: string;
  readonly expireTime?: string;
  readonly days?: number;
};
/** A deletion keeps the resource. A method `undelete` restores it. */
export type SoftDeleteRule = SoftDeletion & { readonly kind: 'softDelete' };
/** `field` has the name of a resource at the path template `to`, which must exist when a request sets it. */
export interface ReferenceRule {
  readonly kind: 'reference';
  readonly field: string;
  readonly to: string;
}
/** The resource can't be deleted while the `field` of a resource at the path template `by` links to it. */
export interface DeleteBlockedByReferenceRule {
  readonly kind: 'deleteBlockedByReference';
  readonly by: string;
  readonly field: string;
}
export type ResourceRule =
  | ServerDefaultRule
  | OmittedRule
  | CounterRule
  | ProjectNumberRule
  | ResourceUrlRule
  | DerivedFromRule
  | BuiltInRule
  | OwnedResourcesRule
  | SoftDeleteRule
  | ReferenceRule
  | DeleteRequiresEmptyRule
  | DeleteBlockedByReferenceRule;
