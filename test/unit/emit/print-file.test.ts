/** Structures are printed as ts-morph prints them, without parsing the output. */
import { IndentationText, Project, QuoteKind, StructureKind, VariableDeclarationKind, Writers } from 'ts-morph';
import type { StatementStructures } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { printStatements } from '../../../generator/emit/print-file.js';
import type { JSDocStructure, MembersStructure, StatementStructure } from '../../../generator/emit/structures.js';

const copied = (docs: readonly JSDocStructure[] = []): { description: string }[] => docs.map(({ description }) => ({ description }));

function membersOf({ indexSignatures = [], properties = [], methods = [] }: MembersStructure): Parameters<typeof Writers.objectType>[0] {
  return {
    indexSignatures: [...indexSignatures],
    properties: properties.map(({ type, docs, ...property }) => ({
      ...property,
      docs: copied(docs),
      type: typeof type === 'string' ? type : Writers.objectType(membersOf(type)),
    })),
    methods: methods.map(({ typeParameters = [], parameters, docs, ...method }) => ({
      ...method,
      docs: copied(docs),
      typeParameters: [...typeParameters],
      parameters: [...parameters],
    })),
  };
}

function theirs(statement: StatementStructure): StatementStructures | string {
  if (typeof statement === 'string') return statement;
  switch (statement.kind) {
    case 'interface': {
      const { name, docs, extends: bases = [], ...members } = statement;
      return { kind: StructureKind.Interface, isExported: true, name, docs: copied(docs), extends: [...bases], ...membersOf(members) };
    }
    case 'typeAlias':
      return { ...statement, kind: StructureKind.TypeAlias, isExported: true, docs: copied(statement.docs) };
    case 'function': {
      const { docs, parameters, statements, ...rest } = statement;
      const more = { docs: copied(docs), parameters: [...parameters], statements: [...statements] };
      return { ...rest, ...more, kind: StructureKind.Function, isExported: true };
    }
    case 'constant': {
      const { docs, ...declaration } = statement;
      const declarations = [{ ...declaration, kind: StructureKind.VariableDeclaration as const }];
      const declarationKind = VariableDeclarationKind.Const;
      return { kind: StructureKind.VariableStatement, isExported: true, declarationKind, docs: copied(docs), declarations };
    }
    case 'import': {
      const { namedImports, ...rest } = statement;
      return { ...rest, kind: StructureKind.ImportDeclaration, ...(namedImports === undefined ? {} : { namedImports: [...namedImports] }) };
    }
  }
}

function printedByTsMorph(statements: readonly StatementStructure[]): string {
  const manipulationSettings = { indentationText: IndentationText.TwoSpaces, quoteKind: QuoteKind.Single };
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true, manipulationSettings });
  return project.createSourceFile('printed.ts', { statements: statements.map(theirs) }).getFullText();
}

/** ts-morph indents nested object types twice; ours follow prettier. */
const flush = (text: string): string => text.replace(/^ +/gm, '');

const one = { description: 'One line.' };
const several = { description: '\nSeveral lines:\n\n- a `list`\n  of things\n\n@deprecated' };
const id = { name: 'id', type: 'string' };
const parameters = [id, { name: 'options', type: 'Options', hasQuestionToken: true }];
const imported = { kind: 'import', isTypeOnly: true, namedImports: ['A', 'B'], moduleSpecifier: './types.js' } as const;
const alias = { kind: 'typeAlias', name: 'Alias', type: "'a' | 'b'", docs: [one] } as const;
const constant = { kind: 'constant', name: 'value', type: 'Kind<A>', initializer: '/* @__PURE__ */ make(1)', docs: [several] } as const;
const empty = { kind: 'interface', name: 'Empty' } as const;
const full = {
  kind: 'interface',
  name: 'Full',
  extends: ['Empty', "Omit<Common, 'x'>"],
  docs: [several],
  indexSignatures: [{ keyName: 'field', keyType: 'string', returnType: 'unknown' }],
  properties: [
    { ...id, isReadonly: true, docs: [one] },
    { name: "'dotted.name'", type: '{ [key: string]: string }', hasQuestionToken: true, docs: [several] },
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
      docs: [several],
    },
    { name: 'list', parameters: [], returnType: 'Call<void>', docs: [one] },
  ],
} as const;
const fn = {
  kind: 'function',
  name: 'create',
  docs: [one],
  parameters: [{ name: 'options', type: 'Options', initializer: '{}' }],
  returnType: 'Full',
  statements: ['const made = make(options);', 'return made;'],
} as const;
const text = 'export { value as other };';
const block = 'export function short(): void {}';

describe('printed like ts-morph', () => {
  const kinds = {
    imported,
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
    expect(flush(printStatements([statement]))).toBe(flush(printedByTsMorph([statement])));
  });

  test.each(Object.keys(kinds))('every kind of statement after %s', (first) => {
    const before = kinds[first as keyof typeof kinds];
    const pairs = Object.values(kinds).map((after) => [before, after]);
    expect(pairs.map((pair) => flush(printStatements(pair)))).toEqual(pairs.map((pair) => flush(printedByTsMorph(pair))));
  });
});
