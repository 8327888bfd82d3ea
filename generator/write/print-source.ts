/** Prints TypeScript files with ts-morph. */
import type {
  Project,
  PropertySignatureStructure,
  SourceFileStructure,
  StatementStructures,
  TypeElementMemberedNodeStructure,
  WriterFunction,
} from 'ts-morph';
import type { SourceFile } from '../emit/emitter.js';
import { header, interfaceKind, type TypeMembers, type PropertyMember, type ModuleStatement } from '../lib/module-statements.js';

type TsMorph = typeof import('ts-morph');
type PrintedStructure = StatementStructures | string;

let loaded: Promise<TsMorph> | undefined;
let project: Project | undefined;

/** Prints a file. Loads ts-morph on demand, because a run that changes nothing doesn't need it. */
export async function printSource({ path, statements }: SourceFile): Promise<string> {
  // Each import of a CommonJS module copies all of its exports in the bundle.
  loaded ??= import('ts-morph');
  const morph = await loaded;
  const manipulationSettings = { indentationText: morph.IndentationText.TwoSpaces, quoteKind: morph.QuoteKind.Single };
  project ??= new morph.Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true, manipulationSettings });
  const structures = statements.map((statement) => toStructure(statement, morph));
  return print(project, path, { leadingTrivia: header, statements: structures.map(separateStatements) });
}

/**
 * Returns the text of a file. ts-morph would also parse what it has printed, which nothing needs and which takes as long as printing. To skip
 * that, the last writer function, which gets the whole text, throws it as an exception.
 */
function print(target: Project, path: string, structure: Omit<SourceFileStructure, 'kind'>): string {
  const trailingTrivia: WriterFunction = (writer) => {
    throw new PrintedText(writer.toString());
  };
  try {
    target.createSourceFile(path, { ...structure, trailingTrivia });
  } catch (error) {
    if (error instanceof PrintedText) return error.text;
    throw error;
  }
  throw new Error(`ts-morph didn't print ${path}`);
}

class PrintedText extends Error {
  readonly text: string;

  constructor(text: string) {
    super('The text is printed.');
    this.text = text;
  }
}

/** Puts an empty line between statements, except between those of one kind without doc comments. */
function separateStatements(structure: PrintedStructure, index: number, all: readonly PrintedStructure[]): PrintedStructure {
  const previous = all[index - 1];
  if (previous === undefined || typeof structure === 'string') return structure;
  const isSameKind = typeof previous !== 'string' && previous.kind === structure.kind;
  return isSameKind && !hasDocs(previous) && !hasDocs(structure) ? structure : { ...structure, leadingTrivia: '\n' };
}

const hasDocs = (structure: Exclude<PrintedStructure, string>): boolean => 'docs' in structure && (structure.docs ?? []).length > 0;

function toStructure(statement: ModuleStatement, morph: TsMorph): PrintedStructure {
  if (typeof statement === 'string' || statement.kind !== interfaceKind) return statement as string | StatementStructures;
  return { ...statement, ...toMembers(statement, morph) } as StatementStructures;
}

function toMembers(members: TypeMembers, morph: TsMorph): TypeElementMemberedNodeStructure {
  const properties = (members.properties ?? []).map((property) => toProperty(property, morph));
  return { ...(members as TypeElementMemberedNodeStructure), properties };
}

function toProperty({ docs = [], ...property }: PropertyMember, morph: TsMorph): Omit<PropertySignatureStructure, 'kind'> {
  const { type } = property;
  return { ...property, docs: [...docs], type: typeof type === 'string' ? type : morph.Writers.objectType(toMembers(type, morph)) };
}
