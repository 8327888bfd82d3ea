/** Infers which fields the items of a list lack, from a description that says which fields each item has. A get method returns all fields. */
import type { Method, ObjectType } from '../model.js';
import { getItemsField, getItemType, type Lookup } from '../schema-lookup.js';

/**
 * The sentences that limit the items. `only`: the fields that they have. `without`: the field that they lack. `member`: the name of the schema of
 * the object in each item whose fields the sentence names. Of the documents that discogen is tested with, only Gmail's uses such sentences. They are
 * here because a program that expects more fields fails only with the real service.
 */
export const itemLimits: readonly RegExp[] = [
  // Gmail: drafts
  /\bthe `(?<member>\w+)` property in each `?\w+`? resource (?:contains only|only contains) (?<only>[^.]+)\./i,
  // Gmail: messages, labels
  /\beach `?\w+`? resource (?:contains only|only contains) (?<only>[^.]+)\./i,
  // Gmail: threads
  /\beach `?\w+`? resource does not contain (?:an? |the )?(?:list of )?(?<without>`\w+`)\./i,
];

/** Returns the paths of the fields that no item has. `undefined` if the description doesn't limit them, or names other fields. */
export function inferOmittedItemFields(method: Method, lookup: Lookup): readonly string[] | undefined {
  if (method.action.kind !== 'list') return undefined;
  const item = lookup.object(getItemType(method, lookup));
  const description = lookup.field(method.response, getItemsField(method))?.description ?? '';
  const { member, only, without } =
    itemLimits.map((pattern) => pattern.exec(description)?.groups).find((groups) => groups !== undefined) ?? {};
  const field = member === undefined ? undefined : `${member.charAt(0).toLowerCase()}${member.slice(1)}`;
  const limited = field === undefined ? item : lookup.object(lookup.field(item, field)?.type);
  const omitted = limited && findOmitted(limited, { only, without });
  return omitted?.map((name) => (field === undefined ? name : `${field}.${name}`));
}

function findOmitted(
  { fields }: ObjectType,
  { only, without }: { readonly only: string | undefined; readonly without: string | undefined },
): readonly string[] | undefined {
  const text = only ?? without;
  const stated = [...(text ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  const names = fields.map(({ name }) => name);
  if (stated.length === 0 || !stated.every((name) => names.includes(name))) return undefined;
  return only === undefined ? stated : names.filter((name) => !stated.includes(name));
}
