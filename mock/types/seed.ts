/** Seed documents, and their types for the resources of an API. */
import type { Scalar } from '../../runtime/body-types.js';
import type { Json, JsonObject } from '../lib/json.js';

/** The user, scopes, and permissions of a bearer token. The mock checks them if `auth` is `on`. */
export interface SeedToken<Scope = string, Permission = string> {
  /** The OAuth scopes of the token. Default: none. */
  readonly scopes?: readonly Scope[];
  /** The permissions of the user. Default: none. */
  readonly permissions?: readonly Permission[];
  /** The user of the token. Default: `anonymous@example.com`. */
  readonly user?: string;
}

/**
 * The state of a mock, or a part of it. You write `resources`, `iamPolicies`, `events`, `media`, `ancestors`, `tokens`,
 * `rows`, and `clock`. `state()` also returns the other members, which contain the internal state of the mock.
 */
export interface SeedDocument {
  /**
   * The bodies of resources by URL path. The mock fills in absent output-only fields. Links of a resource to itself start with the origin
   * of the request, regardless of their origin in the seed.
   */
  readonly resources?: Readonly<Record<string, JsonObject>>;
  /** Access policies by the URL path of their resource. */
  readonly iamPolicies?: Readonly<Record<string, JsonObject>>;
  /** Error events by owner: `projects/p` or `projects/p/locations/l`. */
  readonly events?: Readonly<Record<string, readonly JsonObject[]>>;
  /** The content of resources by URL path. `data` is base64. */
  readonly media?: Readonly<Record<string, { readonly type: string; readonly data: string }>>;
  /** The folders and organizations above a project (`projects/p`), nearest first. */
  readonly ancestors?: Readonly<Record<string, readonly string[]>>;
  /** The user, scopes, and permissions of each bearer token. The keys are the tokens. */
  readonly tokens?: Readonly<Record<string, SeedToken>>;
  /** The rows of service modules by the name of the API and the key. */
  readonly rows?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** Internal. For each request ID, what a repeated request returns: the operation at a path, or a response. */
  readonly requestIds?: Readonly<Record<string, string | { readonly response: JsonObject }>>;
  /** Internal. Scheduled changes by key, in order. */
  readonly tasks?: Readonly<Record<string, Json>>;
  /** Internal. The logs of projects. */
  readonly log?: Readonly<Record<string, readonly JsonObject[]>>;
  /** The time of the mock (RFC 3339), and whether the clock is frozen. */
  readonly clock?: { readonly now: string; readonly frozen: boolean };
  /** Internal. The state of the ID generator. */
  readonly ids?: readonly number[];
  /** Internal. Unfinished resumable uploads by ID. */
  readonly uploads?: Readonly<Record<string, JsonObject>>;
  /**
   * Internal. The stored bodies of resources that can't be restored from `resources`, such as those with write-only fields or explicit
   * defaults. Ignored if the body in `resources` has been changed.
   */
  readonly stored?: Readonly<Record<string, JsonObject>>;
  /** Internal. The number of changes of each resource, if it isn't 1. */
  readonly versions?: Readonly<Record<string, number>>;
  /** Internal. Counters of the server. */
  readonly counters?: Readonly<Record<string, number>>;
}

/** What `exportSeed` exports. */
export interface SeedExportOptions {
  /**
   * URL paths. Exports these resources, those below them, and the parents that they need. Operations and records of changes are exported
   * only if their own path is one of these. Default: all resources.
   */
  readonly only?: readonly string[] | undefined;
  /** Whether to keep the output-only fields and the defaults, which the mock fills in itself. Default: false. */
  readonly outputOnly?: boolean | undefined;
}

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
/** The segments of the paths that match a template. `{+name}`, at the end, matches one or more segments. */
type TemplateSegments<Template extends string> = Template extends `${infer Segment}/${infer Rest}`
  ? readonly [TemplateSegment<Segment>, ...TemplateSegments<Rest>]
  : Template extends `{+${string}}`
    ? readonly [string, ...string[]]
    : readonly [TemplateSegment<Template>];
type TemplateSegment<Segment extends string> = Segment extends `{${string}}` ? string : Segment;

/** The types whose path template matches. */
type BodyAt<Bodies, Path extends string> = {
  [Template in keyof Bodies & string]: Segments<Path> extends TemplateSegments<Template> ? Bodies[Template] : never;
}[keyof Bodies & string];

/** The type of the body at a path. Any object, if the path isn't a literal, or if no templates are known. */
type SeedBody<Bodies, Path> = Path extends string
  ? string extends Path
    ? JsonObject
    : [keyof Bodies] extends [never]
      ? JsonObject
      : Path extends `${string}/{${string}`
        ? `${Path} is a template. Replace its variables with names.`
        : [BodyAt<Bodies, Path>] extends [never]
          ? `No path of the API matches ${Path}.`
          : DeepPartial<BodyAt<Bodies, Path>>
  : JsonObject;

/** Bodies by path. Each has the type that its path identifies. Editors complete the templates. */
type SeedBodies<Bodies, Paths> = { readonly [Path in keyof Paths]: SeedBody<Bodies, Path> } & {
  readonly [Template in keyof Bodies]?: JsonObject;
};

/** The types of the members of a seed that contain no resources. */
export interface SeedMembers {
  /** The types of access policies by the path templates of their resources. */
  readonly iamPolicies: unknown;
  /** The type of an error event. */
  readonly events: unknown;
  /** The OAuth scopes of the methods. */
  readonly scopes: string;
  /** The permissions of the methods. */
  readonly permissions: string;
}

/**
 * A seed document whose bodies are checked field by field.
 *
 * @typeParam Resources - The types of the resources by path template, such as `/dns/v1/projects/{project}`.
 * @typeParam Paths - An object type with the paths of the resources in the document. The compiler infers it.
 * @typeParam Members - The types of the other members.
 * @typeParam PolicyPaths - An object type with the paths of the access policies. The compiler infers it.
 */
export interface TypedSeed<Resources, Paths, Members extends SeedMembers = SeedMembers, PolicyPaths = Record<string, unknown>> extends Omit<
  SeedDocument,
  'resources' | 'iamPolicies' | 'events' | 'ancestors' | 'tokens'
> {
  /**
   * The bodies of resources by URL path. The mock fills in absent output-only fields. Links of a resource to itself start with the origin
   * of the request, regardless of their origin in the seed.
   */
  readonly resources?: SeedBodies<Resources, Paths>;
  /** Access policies by the URL path of their resource. */
  readonly iamPolicies?: SeedBodies<Members['iamPolicies'], PolicyPaths>;
  /** Error events by owner: `projects/p` or `projects/p/locations/l`. */
  readonly events?: Readonly<Record<`projects/${string}`, readonly SeedEvent<Members['events']>[]>>;
  /** The folders and organizations above a project (`projects/p`), nearest first. */
  readonly ancestors?: Readonly<Record<`projects/${string}`, readonly string[]>>;
  /** The user, scopes, and permissions of each bearer token. The keys are the tokens. */
  readonly tokens?: Readonly<Record<string, SeedToken<Members['scopes'], Members['permissions']>>>;
}

type SeedEvent<Event> = unknown extends Event ? JsonObject : DeepPartial<Event>;
