/** The parts of a package, the modes of its enum types and of its runtime, and its module formats. */

/** The parts of discogen. Every package has `package`. */
export const parts = ['types', 'client', 'validators', 'mock', 'docs', 'pages', 'package'] as const;
export type PackagePart = (typeof parts)[number];
/** The parts that `--only` can select, besides those of a user's emitters. */
export const selectableParts: readonly string[] = parts.filter((part) => part !== 'package');
/** A part of discogen, or the name of a user's emitter. */
export type PartName = PackagePart | (string & {});

/** `open`: the type of an enum suggests the known values and accepts any string; `closed`: it accepts only the known values where the specification lists all of them. */
export const enumModes = ['open', 'closed'] as const;
export type EnumMode = (typeof enumModes)[number];

/** `inline`: each package contains the runtime; `package`: the packages depend on a package of the runtime. */
export const runtimeModes = ['inline', 'package'] as const;
export type RuntimeMode = (typeof runtimeModes)[number];

/** `esm`: ES modules, which every package has; `cjs`: CommonJS modules in addition. */
export const moduleFormats = ['esm', 'cjs'] as const;
export type ModuleFormat = (typeof moduleFormats)[number];
