/** Resolves configured names and files to specifications. */
import { resolve } from 'node:path';
import { applySourceOptions, resolveConfig } from './config.js';
import type { Effects } from '../lib/effects.js';
import { defaultConfig, type GenerateOptions, type Config } from './generate-options.js';
import { isPresent, readConfigFile } from './named-files.js';
import { findNearest } from '../lib/suggest.js';
import { UsageError } from '../lib/usage-error.js';

export type SourceOptions = Pick<GenerateOptions, 'config' | 'overlays' | 'services' | 'variables'>;

/** Returns a config for the named APIs, each a configured name or a file; for all configured APIs if none is named. Throws `UsageError` for an unknown name. */
export function selectSources(names: readonly string[], options: SourceOptions, effects: Effects): Config {
  const configured =
    options.config !== undefined || isPresent(defaultConfig, effects) || names.length === 0
      ? resolveConfig(options, readConfigFile(options.config, effects))
      : undefined;
  if (names.length === 0 && configured !== undefined) return configured;
  const base = configured ?? resolveConfig({ ...options, files: names }, undefined);
  const sources = names.map(
    (name) => base.sources.find((source) => source.name === name) ?? applySourceOptions(createFileSource(name, base, effects), options),
  );
  return { ...base, sources: [...new Map(sources.map((source) => [source.file, source])).values()], ownsOutputFolder: false };
}

function createFileSource(file: string, config: Config, { files, cwd }: Effects): Config['sources'][number] {
  const kind = files.stat(resolve(cwd, file))?.kind;
  if (kind === 'file' || kind === 'link') return { file, overlays: [] };
  throw new UsageError(`${JSON.stringify(file)} is neither a file nor the name of a configured API; ${suggestApi(file, config)}`);
}

/** Suggests the configured API that a user may have meant, or lists all. */
export function suggestApi(name: string, { sources }: Config): string {
  const names = sources.flatMap((source) => source.name ?? []);
  const suggestion = findNearest(name, names);
  if (suggestion !== undefined) return `did you mean ${suggestion}?`;
  return names.length === 0 ? 'no API is configured' : `configured APIs: ${names.join(', ')}`;
}
