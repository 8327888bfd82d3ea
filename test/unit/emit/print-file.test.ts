/** The printer returns the same text as ts-morph, without parsing its output. */
import { IndentationText, Project, QuoteKind, StructureKind, VariableDeclarationKind, Writers } from 'ts-morph';
import type { StatementStructures } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { printStatements } from '../../../generator/emit/print-file.js';
import type { JSDocStructure, MembersStructure, StatementStructure } from '../../../generator/emit/structures.js';

const copyDocs = (docs: readonly JSDocStructure[] = []): { description: string }[] => docs.map(({ description }) => ({ description }));

function toTsMorphMembers({
  indexSignatures = [],
  properties = [],
  methods = [],
}: MembersStructure): Parameters<typeof Writers.objectType>[0] {
  return {
    indexSignatures: [...indexSignatures],
    properties: properties.map(({ type, docs, ...property }) => ({
      ...property,
      docs: copyDocs(docs),
      type: typeof type === 'string' ? type : Writers.objectType(toTsMorphMembers(type)),
    })),
    methods: methods.map(({ typeParameters = [], parameters, docs, ...method }) => ({
      ...method,
      docs: copyDocs(docs),
      typeParameters: [...typeParameters],
      parameters: [...parameters],
    })),
  };
}

function toTsMorphStatement(statement: StatementStructure): StatementStructures | string {
  if (typeof statement === 'string') return statement;
  switch (statement.kind) {
    case 'interface': {
      const { name, docs, extends: bases = [], ...members } = statement;
      return {
        kind: StructureKind.Interface,
        isExported: true,
        name,
        docs: copyDocs(docs),
        extends: [...bases],
        ...toTsMorphMembers(members),
      };
    }
    case 'typeAlias':
      return { ...statement, kind: StructureKind.TypeAlias, isExported: true, docs: copyDocs(statement.docs) };
    case 'function': {
      const { docs, parameters, statements, ...rest } = statement;
      const copiedMembers = { docs: copyDocs(docs), parameters: [...parameters], statements: [...statements] };
      return { ...rest, ...copiedMembers, kind: StructureKind.Function, isExported: true };
    }
    case 'constant': {
      const { docs, ...declaration } = statement;
      const declarations = [{ ...declaration, kind: StructureKind.VariableDeclaration as const }];
      const declarationKind = VariableDeclarationKind.Const;
      return { kind: StructureKind.VariableStatement, isExported: true, declarationKind, docs: copyDocs(docs), declarations };
    }
    case 'import': {
      const { namedImports, ...rest } = statement;
      return { ...rest, kind: StructureKind.ImportDeclaration, ...(namedImports === undefined ? {} : { namedImports: [...namedImports] }) };
    }
  }
}

function printWithTsMorph(statements: readonly StatementStructure[]): string {
  const manipulationSettings = { indentationText: IndentationText.TwoSpaces, quoteKind: QuoteKind.Single };
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true, manipulationSettings });
  return project.createSourceFile('printed.ts', { statements: statements.map(toTsMorphStatement) }).getFullText();
}

/** Removes indentation: ts-morph indents nested object types twice, and the printer follows prettier. */
const removeIndentation = (text: string): string => text.replace(/^ +/gm, '');

const oneLine = { description: 'One line.' };
const multipleLines = { description: '\nSeveral lines:\n\n- a `list`\n  of things\n\n@deprecated' };
const id = { name: 'id', type: 'string' };
const parameters = [id, { name: 'options', type: 'Options', hasQuestionToken: true }];
const importStatement = { kind: 'import', isTypeOnly: true, namedImports: ['A', 'B'], moduleSpecifier: './types.js' } as const;
const alias = { kind: 'typeAlias', name: 'Alias', type: "'a' | 'b'", docs: [oneLine] } as const;
const constant = {
  kind: 'constant',
  name: 'value',
  type: 'Kind<A>',
  initializer: '/* @__PURE__ */ make(1)',
  docs: [multipleLines],
} as const;
const empty = { kind: 'interface', name: 'Empty' } as const;
const full = {
  kind: 'interface',
  name: 'Full',
  extends: ['Empty', "Omit<Common, 'x'>"],
  docs: [multipleLines],
  indexSignatures: [{ keyName: 'field', keyType: 'string', returnType: 'unknown' }],
  properties: [
    { ...id, isReadonly: true, docs: [oneLine] },
    { name: "'dotted.name'", type: '{ [key: string]: string }', hasQuestionToken: true, docs: [multipleLines] },
    {
      name: 'nested',
      isReadonly: true,
      type: { properties: [{ name: 'deep', type: { methods: [{ name: 'call', parameters, returnType: 'void' }] } }] },
    },
  ],
  methods: [
    {
      name: 'get',
      typeParameters: [{ name: 'Mask', isConst: true, constraint: 'Fields<A>', default: "'*'" }],
      parameters,
      returnType: 'Call<A>',
      docs: [multipleLines],
    },
    { name: 'list', parameters: [], returnType: 'Call<void>', docs: [oneLine] },
  ],
} as const;
const fn = {
  kind: 'function',
  name: 'create',
  docs: [oneLine],
  parameters: [{ name: 'options', type: 'Options', initializer: '{}' }],
  returnType: 'Full',
  statements: ['const made = make(options);', 'return made;'],
} as const;
const text = 'export { value as other };';
const block = 'export function short(): void {}';

describe('prints the same text as ts-morph', () => {
  const kinds = {
    imported: importStatement,
    namespace: { kind: 'import', namespaceImport: 'd', moduleSpecifier: './d.js' } as const,
    alias,
    constant,
    empty,
    full,
    fn,
    text,
    block,
  };
  test.each(Object.entries(kinds))('%s', (_, statement) => {
    expect(removeIndentation(printStatements([statement]))).toBe(removeIndentation(printWithTsMorph([statement])));
  });

  test.each(Object.keys(kinds))('for every kind of statement after %s', (first) => {
    const before = kinds[first as keyof typeof kinds];
    const pairs = Object.values(kinds).map((after) => [before, after]);
    expect(pairs.map((pair) => removeIndentation(printStatements(pair)))).toEqual(
      pairs.map((pair) => removeIndentation(printWithTsMorph(pair))),
    );
  });
});
