/** Converts protobuf field names to JSON names: `display_name` to `displayName`. */

/** Converts a name or a path of names, as ProtoJSON does: omits `_` and capitalizes the letter after it. */
export function toLowerCamelCase(name: string): string {
  return name.replace(/_+(.?)/g, (_, next: string) => next.toUpperCase());
}

/** Returns the name that a field has in JSON. Returns a name unchanged that is a field as written, or that isn't the name of a field. */
export function toJsonName(name: string, isField: (name: string) => boolean): string {
  if (!name.includes('_') || isField(name)) return name;
  const jsonName = toLowerCamelCase(name);
  return isField(jsonName) ? jsonName : name;
}
