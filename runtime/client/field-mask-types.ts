/**
 * Types of the parameter `fields`, which selects the fields of a response, and of the responses that it narrows. The compiler checks each
 * given path and never lists all paths of a type, so that large types stay cheap.
 */

/**
 * The parameter `fields`: text or a list of paths (`id`, `logConfig/enable`, `logConfig.enable`). `*` selects everything. Backticks quote a key of
 * a map.
 */
export type Fields<Result> = string | readonly ('*' | FieldName<Result> | (string & {}))[];

/** The parameter `fields` of a call. Unknown paths in a list don't compile. */
export type FieldsParameter<Result, Mask> = SelectedFields<Mask> & CheckedFields<Result, Mask>;

/** A type with a name, which the compiler shows in its messages. */
export interface SelectedFields<Mask> {
  readonly fields?: Mask | undefined;
}

/** The type in the compiler error for a path of `fields` that isn't a field. */
export interface UnknownField<Problem extends string, Type> {
  readonly problem: Problem;
  readonly type: Type;
}

/**
 * `unknown` if all paths are fields, otherwise a tuple with `UnknownField` for each path that isn't. It is an intersection with the
 * parameter instead of the type of the parameter, so that the compiler can compare methods.
 */
type CheckedFields<Result, Mask> = Mask extends readonly string[]
  ? Mask extends { readonly [At in keyof Mask]: CheckedMask<Result, Mask[At]> }
    ? unknown
    : { readonly fields: { readonly [At in keyof Mask]: CheckedMask<Result, Mask[At]> } }
  : unknown;

/** `Path` if it is a field, as far as the compiler can know. */
type CheckedMask<Result, Path> =
  KnownPart<Path> extends infer Known extends Path
    ? CheckedPath<Result, Known>
    : CheckedPath<Result, KnownPart<Path>> extends infer Problem extends UnknownField<string, unknown>
      ? Problem
      : Path;

/** The part of a path before a quoted key, and before a wildcard for keys or elements. */
type KnownPart<Path> = Path extends `${infer Before}${'.' | '/'}${'`' | '*'}${string}` ? KnownPart<Before> : Path;

/** A response narrowed to the fields of `Mask`. Text with parentheses or quotes doesn't narrow. */
export type Masked<Result, Mask> = '*' extends Paths<Mask> ? Result : Narrow<Result, Paths<Mask>>;

/** A page of a list narrowed to the fields of `Mask` and `Token`, the next page token. The client always requests the token. */
export type MaskedPage<Page, Mask, Token extends string = 'nextPageToken'> =
  '*' extends Paths<Mask> ? Page : Narrow<Page, Paths<Mask> | Token>;

/** An item of a page narrowed by `Mask`. `Items` is the field of the page that holds the items; `never` doesn't narrow. */
export type MaskedItem<Item, Mask, Items extends string> = [Items] extends [never]
  ? Item
  : '*' extends Paths<Mask>
    ? Item
    : Below<Item, Paths<Mask>, Items>;

type FieldName<Type> = unknown extends Type ? string : keyof ElementType<Type> & string;
/** The element of a list, since paths skip lists. */
type ElementType<Type> = NonNullable<Type> extends readonly (infer Item)[] ? NonNullable<Item> : NonNullable<Type>;

type Paths<Mask> = Mask extends string ? Split<OmitSpace<Mask>> : Mask extends readonly (infer Path)[] ? KnownPart<Path> : '*';
/** Text without the white space that a mask may contain around names. */
type OmitSpace<Text extends string> = OmitText<OmitText<OmitText<Text, ' '>, '\n'>, '\t'>;
type OmitText<Text extends string, Omitted extends string> = Text extends `${infer Before}${Omitted}${infer After}`
  ? OmitText<`${Before}${After}`, Omitted>
  : Text;
type Split<Text extends string> = string extends Text
  ? '*'
  : Text extends `${string}${'(' | '`'}${string}`
    ? '*'
    : Text extends `${infer Path},${infer Rest}`
      ? KnownPart<Path> | Split<Rest>
      : KnownPart<Text>;

type Head<Path> = Path extends `${infer First}/${string}` ? Head<First> : Path extends `${infer First}.${string}` ? First : Path;
type Tail<Path> = Path extends `${infer First}.${infer Rest}`
  ? First extends `${string}/${infer After}`
    ? `${After}.${Rest}`
    : Rest
  : Path extends `${string}/${infer Rest}`
    ? Rest
    : '*';

/** The member `Key`, narrowed to the rest of the paths that begin with it. */
type Below<Type, Path, Key extends string> = BelowOne<Type, Path extends unknown ? (Head<Path> extends Key ? Tail<Path> : never) : never>;
type BelowOne<Type, Path> = '*' extends Path ? Type : Type extends readonly (infer Item)[] ? BelowOne<Item, Path>[] : Narrow<Type, Path>;

type Narrow<Type, Path> = Type extends object
  ? Type extends readonly (infer Item)[]
    ? Narrow<Item, Path>[]
    : { [Key in keyof Type as Key extends Head<Path> ? Key : never]: Below<Type[Key], Path, Key & string> } & UnknownFields<Type, Path>
  : Type;
/** The selected fields of an open type that aren't among its known fields. */
type UnknownFields<Type, Path> = string extends keyof Type
  ? { [Key in Exclude<Head<Path>, KnownFieldNames<Type>> & string]?: unknown }
  : unknown;
type KnownFieldNames<Type> = keyof { [Key in keyof Type as string extends Key ? never : number extends Key ? never : Key]: 1 };

/** `Path` if it is a field, otherwise `UnknownField`. */
type CheckedPath<Type, Path> = Path extends '*'
  ? Path
  : unknown extends Type
    ? Path
    : string extends Path
      ? Path
      : Head<Path> extends infer First extends FieldName<Type>
        ? [Path] extends [First]
          ? Path
          : string extends keyof ElementType<Type>
            ? Path
            : CheckedPath<ElementType<Type>[First & keyof ElementType<Type>], Tail<Path>> extends infer Problem extends UnknownField<
                  string,
                  unknown
                >
              ? Problem
              : Path
        : UnknownField<`"${Head<Path> & string}" is not a field of`, ElementType<Type>>;
