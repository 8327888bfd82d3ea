/** Types of seed documents, which check each resource against the type that its path identifies. */
import type { Scalar } from '../body-types.js';
import type { JsonObject, SeedDocument } from './seed-document.js';

/** `T` with all fields optional, at any depth. The server fills in absent fields. Unknown fields don't compile. */
export type DeepPartial<T> = T extends Scalar
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepPartial<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
      : T;

type Segments<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? readonly [Segment, ...Segments<Rest>]
  : readonly [Path];
type TemplateSegments<Template extends string> = Template extends `${infer Segment}/${infer Rest}`
  ? readonly [TemplateSegment<Segment>, ...TemplateSegments<Rest>]
  : readonly [TemplateSegment<Template>];
type TemplateSegment<Segment extends string> = Segment extends `{${string}}` ? string : Segment;

/** The types of the resources whose path template matches. */
type ResourceAt<Resources, Path extends string> = {
  [Template in keyof Resources & string]: Segments<Path> extends TemplateSegments<Template> ? Resources[Template] : never;
}[keyof Resources & string];

/** The type of the resource at a path. Any object, if the path isn't a literal or matches no template. */
type SeedResource<Resources, Path> = Path extends string
  ? string extends Path
    ? JsonObject
    : [ResourceAt<Resources, Path>] extends [never]
      ? JsonObject
      : DeepPartial<ResourceAt<Resources, Path>>
  : JsonObject;

/**
 * A seed document whose resources are checked field by field.
 *
 * @typeParam Resources - The types of the resources by path template, such as `/dns/v1/projects/{project}`.
 * @typeParam Paths - An object type with the paths of the document. The compiler infers it.
 */
export type TypedSeed<Resources, Paths> = SeedDocument<{ readonly [Path in keyof Paths]: SeedResource<Resources, Path> }>;
