/** Declarations as data, compatible with the structures of ts-morph. */

/** A doc comment. `description` is escaped text that begins with a newline if it has several lines. */
export interface JSDocStructure {
  readonly description: string;
}

interface Documented {
  readonly docs?: readonly JSDocStructure[];
}

export interface PropertySignatureStructure extends Documented {
  readonly name: string;
  /** Text, or the members of an object type. */
  readonly type: string | MembersStructure;
  readonly hasQuestionToken?: boolean;
  readonly isReadonly?: boolean;
}

export interface ParameterStructure {
  readonly name: string;
  readonly type: string;
  readonly hasQuestionToken?: boolean;
  readonly initializer?: string;
}

export interface TypeParameterStructure {
  readonly name: string;
  readonly isConst?: boolean;
  readonly constraint?: string;
  readonly default?: string;
}

export interface MethodSignatureStructure extends Documented {
  readonly name: string;
  readonly typeParameters?: readonly TypeParameterStructure[];
  readonly parameters: readonly ParameterStructure[];
  readonly returnType: string;
}

export interface IndexSignatureStructure {
  readonly keyName: string;
  readonly keyType: string;
  readonly returnType: string;
}

/** The members of an interface or object type, in printing order. */
export interface MembersStructure {
  readonly indexSignatures?: readonly IndexSignatureStructure[];
  readonly properties?: readonly PropertySignatureStructure[];
  readonly methods?: readonly MethodSignatureStructure[];
}

export interface InterfaceStructure extends Documented, MembersStructure {
  readonly kind: 'interface';
  readonly name: string;
  readonly extends?: readonly string[];
}

export interface TypeAliasStructure extends Documented {
  readonly kind: 'typeAlias';
  readonly name: string;
  readonly type: string;
}

export interface FunctionStructure extends Documented {
  readonly kind: 'function';
  readonly name: string;
  readonly parameters: readonly ParameterStructure[];
  readonly returnType: string;
  /** Each on a line. */
  readonly statements: readonly string[];
}

export interface ConstantStructure extends Documented {
  readonly kind: 'constant';
  readonly name: string;
  readonly type: string;
  readonly initializer: string;
}

export interface ImportStructure {
  readonly kind: 'import';
  readonly moduleSpecifier: string;
  readonly isTypeOnly?: boolean;
  readonly namespaceImport?: string;
  readonly namedImports?: readonly string[];
}

/** A statement of a module. Declarations are exported. Text is printed unchanged. */
export type StatementStructure = InterfaceStructure | TypeAliasStructure | FunctionStructure | ConstantStructure | ImportStructure | string;
