/** Prints TypeScript modules. The formatter arranges the lines. */
import type { SourceFile } from '../emit/emitter.js';
import {
  header,
  type DocComment,
  type ExportStatement,
  type FunctionParameter,
  type FunctionStatement,
  type ImportedName,
  type ImportStatement,
  type Members,
  type MethodMember,
  type PropertyMember,
  type Statement,
  type TypeParameter,
} from '../lib/statements.js';

export function printSource({ statements }: Pick<SourceFile, 'statements'>): string {
  return (
    header +
    statements.map((statement, index) => `${printSeparator(statements[index - 1], statement)}${printStatement(statement)}\n`).join('')
  );
}

/** Separates imports from other statements, and interfaces and functions from their neighbors, by an empty line. */
function printSeparator(previous: Statement | undefined, next: Statement): string {
  if (previous === undefined) return '';
  const [previousKind, nextKind] = [previous, next].map((statement) => (typeof statement === 'string' ? 'text' : statement.kind));
  const endsImports = previousKind === 'import' && nextKind !== 'import' && nextKind !== 'text';
  const hasBlock = [previousKind, nextKind].some((kind) => kind === 'interface' || kind === 'function');
  return endsImports || hasBlock ? '\n' : '';
}

function printStatement(statement: Statement): string {
  if (typeof statement === 'string') return statement;
  switch (statement.kind) {
    case 'import':
      return printImport(statement);
    case 'export':
      return printExport(statement);
    case 'interface': {
      const bases = statement.extends ?? [];
      const heritage = bases.length === 0 ? '' : ` extends ${bases.join(', ')}`;
      return `${printDocs(statement.docs)}export interface ${statement.name}${heritage} ${printMembers(statement)}`;
    }
    case 'typeAlias': {
      const { docs, name, typeParameters, type } = statement;
      return `${printDocs(docs)}export type ${name}${printTypeParameters(typeParameters)} = ${type};`;
    }
    case 'constant': {
      const { docs, name, type, initializer } = statement;
      const [declare, value] = initializer === undefined ? ['declare ', ''] : ['', ` = ${initializer}`];
      return `${printDocs(docs)}export ${declare}const ${name}: ${type}${value};`;
    }
    case 'function':
      return printFunction(statement);
  }
}

function printImport({ isTypeOnly, names, moduleSpecifier }: ImportStatement): string {
  const source = `'${moduleSpecifier}';`;
  if (names.length === 0) return `import ${source}`;
  const clause = typeof names === 'string' ? `* as ${names}` : `{ ${names.map(printImportedName).join(', ')} }`;
  return `import ${isTypeOnly ? 'type ' : ''}${clause} from ${source}`;
}

function printImportedName(imported: string | ImportedName): string {
  if (typeof imported === 'string') return imported;
  const { name, alias, isTypeOnly } = imported;
  return `${isTypeOnly === true ? 'type ' : ''}${name}${alias === undefined ? '' : ` as ${alias}`}`;
}

function printExport({ isTypeOnly, names, moduleSpecifier }: ExportStatement): string {
  const clause = names.length === 0 ? '*' : `{ ${names.join(', ')} }`;
  return `export ${isTypeOnly ? 'type ' : ''}${clause}${moduleSpecifier === undefined ? '' : ` from '${moduleSpecifier}'`};`;
}

function printFunction(statement: FunctionStatement): string {
  const { docs, name, isAsync, typeParameters, parameters = [], returnType, statements } = statement;
  const signature = `${name}${printTypeParameters(typeParameters)}(${printParameters(parameters)}): ${returnType}`;
  return `${printDocs(docs)}export ${isAsync === true ? 'async ' : ''}function ${signature} {\n${statements.join('\n')}\n}`;
}

function printTypeParameters(parameters: readonly TypeParameter[] = []): string {
  const texts = parameters.map(
    ({ name, isConst, constraint, default: defaultType }) =>
      `${isConst === true ? 'const ' : ''}${name}${printOptional(' extends ', constraint)}${printOptional(' = ', defaultType)}`,
  );
  return texts.length === 0 ? '' : `<${texts.join(', ')}>`;
}

function printParameters(parameters: readonly FunctionParameter[]): string {
  return parameters
    .map(
      ({ name, type, hasQuestionToken, initializer }) =>
        `${name}${printQuestion(hasQuestionToken)}: ${type}${printOptional(' = ', initializer)}`,
    )
    .join(', ');
}

const printOptional = (prefix: string, text: string | undefined): string => (text === undefined ? '' : prefix + text);
const printQuestion = (isOptional = false): string => (isOptional ? '?' : '');

function printMembers({ indexType, properties = [], methods = [] }: Members): string {
  const index = indexType === undefined ? [] : [`[field: string]: ${indexType};`];
  const lines = [...index, ...properties.map(printProperty), ...methods.map(printMethod)];
  return `{\n${lines.map((line) => `${line}\n`).join('')}}`;
}

function printProperty({ docs, name, type, hasQuestionToken, isReadonly }: PropertyMember): string {
  const text = typeof type === 'string' ? type : printMembers(type);
  return `${printDocs(docs)}${isReadonly === true ? 'readonly ' : ''}${name}${printQuestion(hasQuestionToken)}: ${text};`;
}

function printMethod({ docs, name, typeParameters, parameters, returnType }: MethodMember): string {
  return `${printDocs(docs)}${name}${printTypeParameters(typeParameters)}(${printParameters(parameters)}): ${returnType};`;
}

function printDocs(docs: readonly DocComment[] = []): string {
  return docs.map(printDoc).join('');
}

function printDoc(text: DocComment): string {
  if (!text.includes('\n')) return `/** ${text} */\n`;
  const lines = text.split('\n');
  return `/**\n${lines.map((line) => (line === '' ? ' *\n' : ` * ${line}\n`)).join('')} */\n`;
}
