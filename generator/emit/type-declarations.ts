/** `src/types.ts`: the types of all schemas, in the form received and, where it differs, the form sent; and of the parameters of all methods. */
import type { Api, Field, ObjectType, Schema, Type } from '../model/model.js';
import { createDocs, createFieldDocs, describeRules, statedRules, type DocParts } from './doc-comments.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { listFields, listInnerTypes } from './type-forms.js';
import { toPropertyName } from './literals.js';
import { getLookup } from './cached-lookup.js';
import type { TypeForm, Names } from './names.js';
import { buildBodyImports, createParameterInterfaces } from './parameter-types.js';
import { presentFields } from './present-fields.js';
import { printFile } from './print-file.js';
import type { InterfaceStructure, PropertySignatureStructure, TypeAliasStructure } from './structures.js';
import { formatType, type TypeContext } from './type-text.js';

type TypeDeclaration = InterfaceStructure | TypeAliasStructure;

interface Named {
  readonly name: string;
  readonly doc: DocParts;
  /** Fields that are always there, beside the required ones. */
  readonly present?: ReadonlySet<string>;
}

function fieldProperty(field: Field, { present }: Named, context: TypeContext): PropertySignatureStructure {
  return {
    name: toPropertyName(field.name),
    type: formatType(field.type, context),
    hasQuestionToken: !field.required && present?.has(field.name) !== true,
    isReadonly: field.readOnly && context.form === 'output',
    docs: createFieldDocs(field),
  };
}

/** Members beyond the fields. Their type must admit the fields beside them, which only `unknown` does for sure. */
function indexText(type: ObjectType, context: TypeContext): string | undefined {
  if (type.additional === undefined) return undefined;
  return type.fields.length === 0 ? formatType(type.additional, context) : 'unknown';
}

function interfaceOf(type: ObjectType, named: Named, context: TypeContext): InterfaceStructure {
  const { name, doc } = named;
  const index = indexText(type, context);
  return {
    kind: 'interface',
    name,
    docs: createDocs({ ...doc, facts: [...(doc.facts ?? []), ...describeRules(statedRules(type))] }),
    properties: listFields(type, context.form).map((field) => fieldProperty(field, named, context)),
    indexSignatures: index === undefined ? [] : [{ keyName: 'field', keyType: 'string', returnType: index }],
  };
}

/** The interfaces of objects written inline below a type. */
function inlineInterfaces(type: Type, doc: DocParts, context: TypeContext): TypeDeclaration[] {
  if (type.kind !== 'object') return listInnerTypes(type).flatMap((inner) => inlineInterfaces(inner, doc, context));
  return [interfaceOf(type, { name: context.names.object(type, context.form), doc }, context), ...inlineMembers(type, doc, context)];
}

function inlineMembers(type: ObjectType, doc: DocParts, context: TypeContext): TypeDeclaration[] {
  const { additional } = type;
  return [
    ...listFields(type, context.form).flatMap((field) => inlineInterfaces(field.type, { stated: field }, context)),
    ...(additional === undefined ? [] : inlineInterfaces(additional, doc, context)),
  ];
}

function schemaDeclarations(schema: Schema, { api, ...context }: TypeContext & { readonly api: Api }): TypeDeclaration[] {
  const { names, form } = context;
  const { type } = schema;
  const sent = form === 'input' ? [`The request form of \`${names.schema(schema.id)}\`, without output-only fields.`] : [];
  const present = form === 'output' ? presentFields(schema, api) : undefined;
  const named: Named = { name: names.schema(schema.id, form), doc: { stated: schema, facts: sent }, ...(present && { present }) };
  if (type.kind === 'object') return [interfaceOf(type, named, context), ...inlineMembers(type, { stated: schema }, context)];
  const alias: TypeAliasStructure = {
    kind: 'typeAlias',
    name: named.name,
    docs: createDocs(named.doc),
    // A name that only leads back to itself has no meaning in TypeScript.
    type: getLookup(api).resolve(type) === undefined ? 'unknown' : formatType(type, context),
  };
  return [alias, ...inlineInterfaces(type, { stated: schema }, context)];
}

/** Schemas in the form received and, where they have one, in the form sent. */
function ofSchemas(api: Api, names: Names): TypeDeclaration[] {
  const forms: readonly TypeForm[] = ['output', 'input'];
  return api.schemas.flatMap((schema) => forms.flatMap((form) => schemaDeclarations(schema, { names, form, api })));
}

function ofMethods(api: Api, names: Names): TypeDeclaration[] {
  return api.methods.flatMap(({ request, response }) => {
    const doc: DocParts = { stated: { deprecated: false } };
    return [
      ...(request === undefined ? [] : inlineInterfaces(request, doc, { names, form: 'input' })),
      ...(response === undefined ? [] : inlineInterfaces(response, doc, { names, form: 'output' })),
    ];
  });
}

/** One declaration per name: where both forms of a type are the same, they share the name. */
function distinct(declarations: readonly TypeDeclaration[]): readonly TypeDeclaration[] {
  const byName = new Map<string, TypeDeclaration>();
  for (const declaration of declarations) if (!byName.has(declaration.name)) byName.set(declaration.name, declaration);
  return [...byName.values()];
}

function emitTypes(api: Api, { names }: EmitContext): EmittedFile[] {
  const declarations = distinct([...ofSchemas(api, names), ...ofMethods(api, names), ...createParameterInterfaces(api, names)]);
  const text = printFile([...buildBodyImports(api), ...declarations]);
  return [{ path: 'src/types.ts', text, format: 'prettier' }];
}

export const types: Emitter = { name: 'types', part: 'types', emit: emitTypes };
