/** Emits `src/types.ts`: the types of the schemas (the output form and, if it differs, the input form) and of the method parameters. */
import type { Api, Field, ObjectType, Schema, Type, Variants } from '../model/model.js';
import { createDocs, createFieldDocs, type DocParts } from './doc-comments.js';
import { describeOneofs, listObjectRules } from './facts.js';
import type { EmitContext, EmittedFile } from './emitter.js';
import { listFields, listOwnFields } from './type-queries.js';
import { listInnerTypes } from '../model/walk-types.js';
import { toPropertyName, toStringLiteral } from '../lib/literals.js';
import { isNeeded, getLookup } from '../model/schema-lookup.js';
import type { TypeForm, Names } from './names.js';
import { buildBodyImports, createParameterInterfaces } from './parameter-types.js';
import { createInterface, createTypeAlias, type PropertyMember, type ModuleStatement } from '../lib/module-statements.js';
import { formatType, type TypeTextContext } from './type-text.js';

type TypeDeclaration = ReturnType<typeof createInterface | typeof createTypeAlias>;
type NamedDoc = { readonly name: string; readonly doc: DocParts };

function createFieldProperty(field: Field, context: TypeTextContext): PropertyMember {
  return {
    name: toPropertyName(field.name),
    type: formatType(field.type, context),
    hasQuestionToken: !isNeeded(field) && !(field.present && context.form === 'output'),
    isReadonly: field.readOnly && context.form === 'output',
    docs: createFieldDocs(field, context.form === 'input'),
  };
}

/** The type of additional members. It must be compatible with all fields, which only `unknown` guarantees. */
function formatIndexType(type: ObjectType, context: TypeTextContext): string | undefined {
  if (type.additional === undefined) return undefined;
  return type.fields.length === 0 ? formatType(type.additional, context) : 'unknown';
}

/** Formats the union of the schemas of an object, which its discriminant distinguishes. */
function formatVariants(type: ObjectType, { discriminant, options }: Variants, context: TypeTextContext): string {
  const ownMembers = listFields({ fields: listOwnFields(type) }, context.form)
    .filter(({ name }) => name !== discriminant)
    .map((field) => createFieldProperty(field, context))
    .map((member) => `; ${member.name}${member.hasQuestionToken === true ? '?' : ''}: ${String(member.type)}`);
  return options
    .map(({ value, schema }) => {
      const members = `${toPropertyName(discriminant)}: ${toStringLiteral(value)}${ownMembers.join('')}`;
      return `({ ${members} } & ${context.names.schema(schema, context.form)})`;
    })
    .join(' | ');
}

function createObjectInterface(type: ObjectType, { name, doc }: NamedDoc, context: TypeTextContext): TypeDeclaration {
  const index = formatIndexType(type, context);
  // Fields that responses omit don't matter in a request.
  const rules = context.form === 'input' ? type.rules.filter(({ rule }) => rule.kind !== 'omitted') : type.rules;
  const sentences = listObjectRules({ ...type, rules }).map(({ sentence }) => sentence);
  const docs = createDocs({ ...doc, facts: [...(doc.facts ?? []), ...describeOneofs(type), ...sentences] });
  if (type.variants) return createTypeAlias({ name, docs, type: formatVariants(type, type.variants, context) });
  return createInterface({
    name,
    docs,
    properties: listFields(type, context.form).map((field) => createFieldProperty(field, context)),
    indexSignatures: index === undefined ? [] : [{ keyName: 'field', keyType: 'string', returnType: index }],
  });
}

/** Creates the interfaces of inline objects inside a type. */
function createInlineInterfaces(type: Type, doc: DocParts, context: TypeTextContext): TypeDeclaration[] {
  if (type.kind !== 'object') return listInnerTypes(type).flatMap((inner) => createInlineInterfaces(inner, doc, context));
  return [
    createObjectInterface(type, { name: context.names.object(type, context.form), doc }, context),
    ...createMemberInterfaces(type, doc, context),
  ];
}

function createMemberInterfaces(type: ObjectType, doc: DocParts, context: TypeTextContext): TypeDeclaration[] {
  const { additional } = type;
  return [
    ...listFields({ fields: listOwnFields(type) }, context.form).flatMap((field) =>
      createInlineInterfaces(field.type, { stated: field }, context),
    ),
    ...(additional === undefined ? [] : createInlineInterfaces(additional, doc, context)),
  ];
}

function createSchemaDeclarations(schema: Schema, { api, ...context }: TypeTextContext & { readonly api: Api }): TypeDeclaration[] {
  const { names, form } = context;
  const { type } = schema;
  const inputFacts = form === 'input' ? [`The request form of \`${names.schema(schema.id)}\`, without output-only fields.`] : [];
  const declaration: NamedDoc = { name: names.schema(schema.id, form), doc: { stated: schema, facts: inputFacts } };
  if (type.kind === 'object')
    return [createObjectInterface(type, declaration, context), ...createMemberInterfaces(type, { stated: schema }, context)];
  const alias = createTypeAlias({
    name: declaration.name,
    docs: createDocs(declaration.doc),
    // A schema that only refers to itself has no meaning in TypeScript.
    type: getLookup(api).resolve(type) === undefined ? 'unknown' : formatType(type, context),
  });
  return [alias, ...createInlineInterfaces(type, { stated: schema }, context)];
}

/** Creates the declarations of schemas in the output form and, if it differs, the input form. */
function listSchemaDeclarations(api: Api, names: Names): TypeDeclaration[] {
  const forms: readonly TypeForm[] = ['output', 'input'];
  return api.schemas.flatMap((schema) => forms.flatMap((form) => createSchemaDeclarations(schema, { names, form, api })));
}

function listMethodDeclarations(api: Api, names: Names): TypeDeclaration[] {
  return api.methods.flatMap(({ request, response }) => {
    const doc: DocParts = { stated: { deprecated: false } };
    return [
      ...(request === undefined ? [] : createInlineInterfaces(request, doc, { names, form: 'input' })),
      ...(response === undefined ? [] : createInlineInterfaces(response, doc, { names, form: 'output' })),
    ];
  });
}

/** Keeps one declaration per name, because identical forms share a name. */
function removeDuplicates(declarations: readonly TypeDeclaration[]): readonly TypeDeclaration[] {
  const byName = new Map<string, TypeDeclaration>();
  for (const declaration of declarations) if (!byName.has(declaration.name)) byName.set(declaration.name, declaration);
  return [...byName.values()];
}

export function emitTypes(api: Api, { names }: EmitContext): EmittedFile[] {
  const declarations = removeDuplicates([
    ...listSchemaDeclarations(api, names),
    ...listMethodDeclarations(api, names),
    ...createParameterInterfaces(api, names),
  ]);
  // A module without declarations must still be a module.
  const statements: ModuleStatement[] = [...buildBodyImports(api), ...declarations, ...(declarations.length === 0 ? ['export {};'] : [])];
  return [{ path: 'src/types.ts', statements, format: 'prettier' }];
}
