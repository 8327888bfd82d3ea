/**
 * Types of `fields`, the mask of what an answer shall hold: paths of the answer's type, the answer narrowed to them.
 * A path is judged as it is written, never all paths listed, so that masks of large types cost the compiler nothing.
 */

/** `fields` as text or as a list of paths (`id`, `logConfig/enable`, `logConfig.enable`); `*` is everything. Editors suggest the fields; `CheckedFields` rejects other paths. */
export type Fields<Result> = string | readonly ('*' | Name<Result> | (string & {}))[];

/** The parameter `fields` of a call. */
export type FieldsParameter<Result, Mask> = { readonly fields?: Mask | undefined } & CheckedFields<Result, Mask>;

/** The type that the compiler names where a path of `fields` leads to no field. */
export interface UnknownField<Problem extends string, Type> {
  readonly problem: Problem;
  readonly type: Type;
}

/**
 * Nothing more where all paths lead somewhere, else `UnknownField` in the place of each path that doesn't. It stands beside the parameter
 * and not in its type, so that the compiler sees that two such methods are alike.
 */
type CheckedFields<Result, Mask> = Mask extends readonly string[]
  ? Mask extends { readonly [At in keyof Mask]: CheckedPath<Result, Mask[At]> }
    ? unknown
    : { readonly fields: { readonly [At in keyof Mask]: CheckedPath<Result, Mask[At]> } }
  : unknown;

/** What is answered where `Mask` was asked for. Text with parentheses narrows nothing. */
export type Masked<Result, Mask> = '*' extends Paths<Mask> ? Result : Narrowed<Result, Paths<Mask>>;

/** A page of a list where `Mask` was asked for: what leads to the next one, `Token`, is always asked for. */
export type MaskedPage<Page, Mask, Token extends string = 'nextPageToken'> =
  '*' extends Paths<Mask> ? Page : Narrowed<Page, Paths<Mask> | Token>;

/** Items of a list whose page is masked. `Items` is the field of the page that holds them; `never`: they are not narrowed. */
export type MaskedItem<Item, Mask, Items extends string> = [Items] extends [never]
  ? Item
  : '*' extends Paths<Mask>
    ? Item
    : Below<Item, Paths<Mask>, Items>;

type Name<Type> = unknown extends Type ? string : keyof Element<Type> & string;
/** A path leads through lists. */
type Element<Type> = NonNullable<Type> extends readonly (infer Item)[] ? NonNullable<Item> : NonNullable<Type>;

type Paths<Mask> = Mask extends string ? Split<Mask> : Mask extends readonly (infer Path)[] ? Path : '*';
type Split<Text extends string> = string extends Text
  ? '*'
  : Text extends `${string}(${string}`
    ? '*'
    : Text extends `${infer Path},${infer Rest}`
      ? Path | Split<Rest>
      : Text;

type Head<Path> = Path extends `${infer First}/${string}` ? Head<First> : Path extends `${infer First}.${string}` ? First : Path;
type Tail<Path> = Path extends `${infer First}.${infer Rest}`
  ? First extends `${string}/${infer After}`
    ? `${After}.${Rest}`
    : Rest
  : Path extends `${string}/${infer Rest}`
    ? Rest
    : '*';

/** What the paths that begin with `Key` ask for below it. */
type Below<Type, Path, Key extends string> = BelowOne<Type, Path extends unknown ? (Head<Path> extends Key ? Tail<Path> : never) : never>;
type BelowOne<Type, Path> = '*' extends Path ? Type : Type extends readonly (infer Item)[] ? BelowOne<Item, Path>[] : Narrowed<Type, Path>;

type Narrowed<Type, Path> = Type extends object
  ? Type extends readonly (infer Item)[]
    ? Narrowed<Item, Path>[]
    : { [Key in keyof Type as Key extends Head<Path> ? Key : never]: Below<Type[Key], Path, Key & string> } & Unknown<Type, Path>
  : Type;
/** Of an open type, what is asked for beyond its known fields. */
type Unknown<Type, Path> = string extends keyof Type ? { [Key in Exclude<Head<Path>, Known<Type>> & string]?: unknown } : unknown;
type Known<Type> = keyof { [Key in keyof Type as string extends Key ? never : number extends Key ? never : Key]: 1 };

/** `FieldPath` where it leads to a field, else what is wrong with it. */
type CheckedPath<Type, Path> = Path extends '*'
  ? Path
  : unknown extends Type
    ? Path
    : string extends Path
      ? Path
      : Head<Path> extends infer First extends Name<Type>
        ? [Path] extends [First]
          ? Path
          : string extends keyof Element<Type>
            ? Path
            : CheckedPath<Element<Type>[First & keyof Element<Type>], Tail<Path>> extends infer Problem extends UnknownField<
                  string,
                  unknown
                >
              ? Problem
              : Path
        : UnknownField<`"${Head<Path> & string}" is not a field of`, Element<Type>>;
