/** The parts of a package, the modes of its enum types and of its runtime, and its module formats. */

/** The parts that `--only` can select. Every selection includes `package`. */
export const parts = ['types', 'client', 'validators', 'mock', 'docs', 'package'] as const;
export type PackagePart = (typeof parts)[number];

/** `open`: the type of an enum suggests the known values and accepts any string; `closed`: it accepts only the known values where the specification lists all of them. */
export const enumModes = ['open', 'closed'] as const;
export type EnumMode = (typeof enumModes)[number];

/** `inline`: each package contains the runtime; `package`: the packages depend on a package of the runtime. */
export const runtimeModes = ['inline', 'package'] as const;
export type RuntimeMode = (typeof runtimeModes)[number];

/** `esm`: ES modules, which every package has; `cjs`: CommonJS modules in addition. */
export const moduleFormats = ['esm', 'cjs'] as const;
export type ModuleFormat = (typeof moduleFormats)[number];

const requiredParts: Readonly<Record<PackagePart, readonly PackagePart[]>> = {
  types: ['package'],
  client: ['types', 'package'],
  validators: ['types', 'package'],
  mock: ['client', 'types', 'validators', 'package'],
  docs: ['package'],
  package: [],
};

/** Adds the parts that the selected parts require. An empty selection selects all parts. */
export function addRequiredParts(selected: Iterable<PackagePart>): ReadonlySet<PackagePart> {
  const selectedParts = [...selected];
  return new Set(
    selectedParts.length === 0
      ? parts
      : parts.filter((part) => selectedParts.some((selectedPart) => selectedPart === part || requiredParts[selectedPart].includes(part))),
  );
}
