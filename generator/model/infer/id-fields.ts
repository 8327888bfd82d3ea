/** Infers the fields that hold the names of resources. */
import type { Lookup } from '../schema-lookup.js';

interface IdFieldContext {
  readonly schema: string | undefined;
  readonly lookup: Lookup;
  readonly isOnlyParameter: boolean;
  /** Whether `name` holds the id, whatever the parameter's name. */
  readonly byName: boolean;
  readonly hasNumericId: boolean;
  readonly singularName: string;
}

/** Finds the field that holds a path parameter: with the same name (also in a `…Reference`), `name`, or named after the collection. */
export function findIdField(
  parameter: string,
  { schema, lookup, isOnlyParameter, byName, hasNumericId, singularName }: IdFieldContext,
): string {
  const isText = (name: string): boolean => lookup.resolve(lookup.field(schema, name)?.type)?.kind === 'string';
  if (!isOnlyParameter) return parameter;
  const named = [`${parameter}Name`, `${singularName}Name`, parameter, `${singularName}Id`, parameter.replace(/Key$/, 'Id')];
  const endings = lookup.object(schema)?.fields.filter(({ name }) => parameter.endsWith(capitalize(name))) ?? [];
  const references =
    lookup.object(schema)?.fields.filter((field) => field.name.endsWith('Reference') && lookup.field(field.type, parameter)) ?? [];
  if (references.length === 1 && references[0] && !isText(parameter)) return `${references[0].name}.${parameter}`;
  // The Kubernetes convention.
  const metadata = lookup.field(schema, 'metadata')?.type;
  if (
    !byName &&
    !isText('name') &&
    lookup.resolve(lookup.field(metadata, 'name')?.type)?.kind === 'string' &&
    lookup.field(metadata, 'namespace')
  )
    return 'metadata.name';
  const isId = /^id$|Id$/.test(parameter) && !byName;
  // `{groupKey}` can be the ID or another unique name, but not the display name.
  const isKey = parameter.endsWith('Key') && !byName;
  const byId = isId || (hasNumericId && !byName) ? [parameter, 'id', `${singularName}Id`] : isKey ? ['id'] : [];
  // If the schema is unknown, the path determines whether it has an id or a name.
  return [...byId, 'name', ...named, 'id', ...endings.map(({ name }) => name)].find(isText) ?? (isId ? 'id' : 'name');
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
