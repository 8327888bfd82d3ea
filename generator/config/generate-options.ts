/** The options of `generate`, and the config with all defaults applied. */
import type { Location } from '../lib/diagnostics.js';
import type { PackageMetadata } from '../lib/package-metadata.js';
import type { EnumMode, ModuleFormat, PartName, RuntimeMode } from '../language/parts.js';
import type { Limits } from '../language/specification.js';

/** One specification and its overlays. Paths are as the user wrote them, relative to the working directory. */
export interface SpecificationSource {
  /** The name in the config. Absent for a file that was named directly. */
  readonly name?: string;
  readonly file: string;
  readonly overlays: readonly string[];
  /** The file with what `discogen verify` showed about it. */
  readonly evidence?: string;
  /** False: it gets no built-in service module, even if a published document matches one. */
  readonly services?: false;
  /** The service module of the user. */
  readonly service?: ServiceModule;
  /** How to print the types of its enums, if it differs from the other specifications. */
  readonly enums?: EnumMode;
}

/** A module with code of one service, which its package contains. Plain data. */
export interface ServiceModule {
  /** As the user wrote it, relative to the working directory. */
  readonly file: string;
  /** Where the config names it. */
  readonly at: Location;
  /** What it contains. Absent until it has been read. */
  readonly bundle?: { readonly text: string; readonly content: ServiceContent };
}

/** The names that a service module contains. */
export interface ServiceContent {
  /** The name of the API. */
  readonly api: string;
  readonly methods: readonly string[];
  /** The names of query parameters by method. */
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  /** Path templates. */
  readonly resources: readonly string[];
}

export interface Config {
  readonly sources: readonly SpecificationSource[];
  /** All specifications and overlays that the config names, even if overlays are ignored. */
  readonly files: readonly string[];
  /** The locations in the config that name specifications and overlays, by their paths as in `sources`. */
  readonly fileLocations: Readonly<Record<string, Location>>;
  /** The output folder, as the user wrote it. */
  readonly out: string;
  /** The npm scope of the packages: `@discogen`. */
  readonly scope: string;
  /** The npm version of the packages that `versions` doesn't name, and the lowest version of a release. */
  readonly version: string;
  /** The versions of released packages by their npm names. */
  readonly versions: Readonly<Record<string, string>>;
  readonly metadata: PackageMetadata;
  /** Values of the variables of the specifications. */
  readonly variables: Readonly<Record<string, string>>;
  /** The locations in the config that set them. */
  readonly variableLocations: Readonly<Record<string, Location>>;
  /** The parts to generate. Empty means all. */
  readonly only: readonly PartName[];
  /** The locations of the parts in the config. */
  readonly onlyLocations: readonly Location[];
  /** The modules of emitters, and where the config names them. */
  readonly emitters: readonly { readonly path: string; readonly at: Location }[];
  /** Patterns of the ids of methods to keep. Empty means all. */
  readonly methods: readonly string[];
  /** The locations of the patterns in the config. */
  readonly methodLocations: readonly Location[];
  /** How to print the types of enums. */
  readonly enums: EnumMode;
  /** How packages get the runtime. */
  readonly runtime: RuntimeMode;
  /** The module formats of `dist/`. Every package has `esm`. */
  readonly moduleFormats: readonly ModuleFormat[];
  readonly limits: Limits;
  /** The modules of recording formats, and where the config names them. */
  readonly formats: readonly { readonly path: string; readonly at: Location }[];
  /** Whether the sources are all packages of the output folder, so that other generated packages are removed. */
  readonly ownsOutputFolder: boolean;
}

/** The options of `generate`. */
export interface GenerateOptions {
  /** Specification files. Default: the specifications in the config. */
  readonly files?: readonly string[];
  /** The output folder. Required with `files`; otherwise overrides the config. */
  readonly out?: string;
  /** The config file. Default: `discogen.config.yaml`. */
  readonly config?: string;
  /** Writes nothing. `changes` of the result lists what would be written. */
  readonly check?: boolean;
  /** Fails if a file that `discogen.lock` pins is missing or differs, or if the config no longer names it. */
  readonly frozen?: boolean;
  /** The parts to generate, with the parts they depend on. Default: all. */
  readonly only?: readonly PartName[];
  /** Patterns of method IDs (`compute.instances.*`). An API that a pattern names keeps only the matching methods and the schemas they use. */
  readonly methods?: readonly string[];
  /** Whether each package contains the runtime, or depends on a package of it in the output folder. Default: `inline`. */
  readonly runtime?: RuntimeMode;
  /** The module formats of packages. Every package has `esm`. Default: `esm`. */
  readonly moduleFormats?: readonly ModuleFormat[];
  /** Whether to apply overlays. Default: true. */
  readonly overlays?: boolean;
  /** Whether published documents get the built-in service modules that match them. Default: true. */
  readonly services?: boolean;
  /** Values of variables. They override the config. */
  readonly variables?: Readonly<Record<string, string>>;
}

export const defaultConfig = 'discogen.config.yaml';
/** Next to the config. */
export const versionsFile = 'discogen.versions.json';

/** Returns the version of the package with this folder. */
export function getVersion({ scope, versions, version }: Pick<Config, 'scope' | 'versions' | 'version'>, folder: string): string {
  return versions[`${scope}/${folder}`] ?? version;
}
