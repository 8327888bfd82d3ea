/** Rules of a resource among others: what the server fills in, what comes and goes with it, what it must not stand beside. */
import type { Condition } from './rule.js';

/** A text, number or boolean, or a list or map of them, as a rule states it. In its texts `{field}` stands for that field of the resource; a text that is nothing else is the field's value. */
export type StatedValue = string | number | boolean | readonly StatedValue[] | { readonly [name: string]: StatedValue };

/**
 * Where nobody gives `field` at creation, or when `when` comes to hold, the server fills in `value`. With `on`, the server alone sets the
 * field, at creation or with every change of the content; requests can't set it. In its texts `{now}` stands for the server's time and
 * `{parameter.name}` for a parameter of the request or of the resource's path.
 */
export interface ServerDefaultRule {
  readonly kind: 'serverDefault';
  readonly field: string;
  readonly value: StatedValue;
  readonly when?: Condition;
  readonly on?: readonly ('create' | 'update')[];
}
/**
 * The server counts in `field`: the resources at the path template `members`, or the calls of `methods`; without either, the versions of the
 * resource, from 1 on: each change of what it `covers` (all content where absent) adds one. Requests can't set the field.
 */
export interface CounterRule {
  readonly kind: 'counter';
  readonly field: string;
  readonly covers?: readonly string[];
  readonly members?: string;
  readonly methods?: readonly string[];
}
/** `field` is told by the value of the field `of`; for other values it is what the field `otherwise` holds. */
export interface DerivedFromRule {
  readonly kind: 'derivedFrom';
  readonly field: string;
  readonly of: string;
  readonly values: Readonly<Record<string, StatedValue>>;
  readonly otherwise?: string;
}
/** Resources of this kind exist without being created: these, and any other name; `values` is what all of them hold. Links may be relative to the resource's own address. */
export interface BuiltInRule {
  readonly kind: 'builtIn';
  readonly members: readonly { readonly [name: string]: StatedValue }[];
  readonly values?: { readonly [name: string]: StatedValue };
}
/**
 * From its creation on, and while `when` holds, the resource has `each` of these below it, at the path template `members`: one of each for every element of its list `forEach`, where that is named.
 * `lasting`: they can be changed, but go only with the resource.
 */
export interface OwnedResourcesRule {
  readonly kind: 'ownedResources';
  readonly members: string;
  readonly each: readonly { readonly [name: string]: StatedValue }[];
  readonly forEach?: string;
  readonly when?: Condition;
  readonly lasting?: boolean;
}
/** Not deleted while it has others at the path template `members` than those it comes with. */
export interface DeleteRequiresEmptyRule {
  readonly kind: 'deleteRequiresEmpty';
  readonly members: string;
}
/** Not deleted while the `field` of a resource at the path template `by` links to it. */
export interface DeleteBlockedByReferenceRule {
  readonly kind: 'deleteBlockedByReference';
  readonly by: string;
  readonly field: string;
}
/** The domain name in `field` is the one in the field `of` of the resource above, or lies below it. */
export interface SubdomainOfRule {
  readonly kind: 'subdomainOf';
  readonly field: string;
  readonly of: string;
}
/** Among resources that share the fields `among`, one whose `field` holds one of `values` is the only one. */
export interface ExclusiveValueRule {
  readonly kind: 'exclusiveValue';
  readonly field: string;
  readonly values: readonly string[];
  readonly among: readonly string[];
}
/** All of them. */
export type ResourceRule =
  | ServerDefaultRule
  | CounterRule
  | DerivedFromRule
  | BuiltInRule
  | OwnedResourcesRule
  | DeleteRequiresEmptyRule
  | DeleteBlockedByReferenceRule
  | SubdomainOfRule
  | ExclusiveValueRule;
