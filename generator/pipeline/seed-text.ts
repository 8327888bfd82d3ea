/** The state of a mock as the text of a seed file. */
import { extname, resolve } from 'node:path';
import type { AnyMock, SeedDocument, SeedExportOptions } from '../../mock/index.js';
import type { FileEffects } from '../lib/effects.js';
import { toDataLiteral, toStringLiteral } from '../lib/literals.js';
import { UsageError } from '../lib/usage-error.js';

/** `ts`: a module that exports `seed`. */
export type SeedFormat = 'yaml' | 'json' | 'ts';

export interface SeedFromOptions extends SeedExportOptions {
  /** Default: `yaml`, or for a file the format of its extension. */
  readonly format?: SeedFormat | undefined;
  /**
   * The package whose `defineSeed` a module of the format `ts` calls. Default: `@discogen/NAME-VERSION` of the mock's API. A module with the
   * seed of several APIs calls no `defineSeed`.
   */
  readonly package?: string | undefined;
}

/** A mock, or a session of a mock. */
export type SeedSource = Pick<AnyMock, 'exportSeed'> & Partial<Pick<AnyMock, 'support'>>;

const formatsByExtension: Readonly<Record<string, SeedFormat>> = {
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.json': 'json',
  '.ts': 'ts',
  '.mts': 'ts',
};

/** Throws `UsageError` for an unknown format. */
export async function createSeedText(
  mock: SeedSource,
  { format = 'yaml', package: packageName, ...options }: SeedFromOptions,
): Promise<string> {
  const formatter = formatters[format];
  if (formatter === undefined) throw new UsageError(`format must be yaml, json, or ts (received ${toStringLiteral(String(format))})`);
  return formatter(await mock.exportSeed(options), packageName ?? (await findPackage(mock)));
}

/** Writes the file atomically. Throws `UsageError` if neither the options nor the extension of the file name a format. */
export async function writeSeedFile(
  mock: SeedSource,
  file: string,
  { options, effects }: { readonly options: SeedFromOptions; readonly effects: FileEffects },
): Promise<void> {
  const format = options.format ?? formatsByExtension[extname(file)];
  if (format === undefined) throw new UsageError(`${file}: expected a file name that ends in .yaml, .yml, .json, .ts, or .mts`);
  effects.files.write(resolve(effects.cwd, file), await createSeedText(mock, { ...options, format }));
}

type Formatter = (seed: SeedDocument, packageName: string | undefined) => string | Promise<string>;

const formatters: Readonly<Record<SeedFormat, Formatter>> = {
  json: (seed) => `${JSON.stringify(seed, undefined, 2)}\n`,
  async yaml(seed) {
    const { stringify } = await import('yaml');
    // Quotes words such as `on`, which YAML 1.1 reads as another type.
    return stringify(seed, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  },
  async ts(seed, packageName) {
    const { formatText } = await import('../write/format-file.js');
    const literal = toDataLiteral(seed);
    const text =
      packageName === undefined
        ? `import type { SeedDocument } from 'discogen/mock';\n\nexport const seed: SeedDocument = ${literal};\n`
        : `import { defineSeed } from ${toStringLiteral(`${packageName}/mock`)};\n\nexport const seed = defineSeed(${literal});\n`;
    return formatText(text, 'seed.ts');
  },
};

/** Returns the package of a mock's only API. */
async function findPackage(mock: SeedSource): Promise<string | undefined> {
  const [api, ...others] = (await mock.support?.())?.apis ?? [];
  return api && others.length === 0 ? `@discogen/${api.name}-${api.version}` : undefined;
}
