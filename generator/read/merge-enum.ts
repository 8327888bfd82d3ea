/** Merges enums, whose values, descriptions, and deprecations are parallel lists. */
import { type Json, type JsonObject, type Pointer, getList } from '../lib/json.js';

interface Value {
  readonly value: Json;
  description: Json;
  descriptionAdded: boolean;
  readonly deprecated: Json;
  readonly added: boolean;
  readonly index: number;
}

/** A merged list with the origin of each entry: the overlay or the specification. */
export interface ExtendedList {
  readonly key: string;
  readonly value: readonly Json[];
  readonly origins: readonly { readonly added: boolean; readonly pointer: Pointer }[];
}

/** Calls `extend` with each merged list if the overlay has an enum. */
export function mergeEnum(
  { base, over, pointer }: { readonly base: JsonObject; readonly over: JsonObject; readonly pointer: Pointer },
  extend: (getList: ExtendedList) => void,
): void {
  if (getList(over, 'enum').length === 0) return;
  const values = listValues(base, false);
  for (const added of listValues(over, true)) {
    const existing = values.find(({ value }) => value === added.value);
    if (existing === undefined) values.push(added);
    else if (existing.description === '' && added.description !== '')
      Object.assign(existing, { description: added.description, descriptionAdded: true });
  }
  const extendList = (key: string, getValue: (value: Value) => Json, added = (value: Value): boolean => value.added): void => {
    extend({
      key,
      value: values.map(getValue),
      origins: values.map((value) => ({ added: added(value), pointer: [...pointer, key, value.index] })),
    });
  };
  extendList('enum', ({ value }) => value);
  if (hasList('enumDescriptions', base, over))
    extendList(
      'enumDescriptions',
      ({ description }) => description,
      ({ descriptionAdded }) => descriptionAdded,
    );
  if (hasList('enumDeprecated', base, over)) extendList('enumDeprecated', ({ deprecated }) => deprecated);
}

function listValues(element: JsonObject, added: boolean): Value[] {
  const descriptions = getList(element, 'enumDescriptions');
  const deprecated = getList(element, 'enumDeprecated');
  return getList(element, 'enum').map((value, index) => ({
    value,
    description: descriptions[index] ?? '',
    descriptionAdded: added,
    deprecated: deprecated[index] ?? false,
    added,
    index,
  }));
}

function hasList(key: string, ...elements: readonly JsonObject[]): boolean {
  return elements.some((element) => getList(element, key).length > 0);
}
