/** The versions of released packages, in a file next to the config that `discogen release` writes and users commit. */
import { dirname, join } from 'node:path';
import type { FileEffects } from '../lib/effects.js';
import { isObject, parseJson } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';
import { versionForm } from './config.js';
import { type Config, versionsFile } from './generate-options.js';
import { isPresent, readRequiredFile } from './named-files.js';

/** Returns the path of the file, as the user sees it. */
export const getVersionsPath = (configPath: string): string => join(dirname(configPath), versionsFile).replaceAll('\\', '/');

/** Adds what the config refers to: the versions of released packages, and the text of the license. Throws `UsageError` if a file is invalid. */
export function readReferencedFiles(config: Config, configPath: string | undefined, effects: FileEffects): Config {
  if (configPath === undefined) return config;
  const versions = readVersions(getVersionsPath(configPath), effects);
  const { licenseFile } = config.metadata;
  if (licenseFile === undefined) return { ...config, versions };
  return { ...config, versions, metadata: { ...config.metadata, licenseText: readRequiredFile(licenseFile, effects).text } };
}

function readVersions(path: string, effects: FileEffects): Readonly<Record<string, string>> {
  if (!isPresent(path, effects)) return {};
  const versions = parseJson(readRequiredFile(path, effects).text);
  const isValid =
    isObject(versions) && Object.values(versions).every((version) => typeof version === 'string' && versionForm.pattern.test(version));
  if (!isValid) throw new UsageError(`${path} must be a JSON object of package names and versions, such as {"@acme/shop-v1": "1.2.3"}`);
  return versions as Readonly<Record<string, string>>;
}

export function formatVersions(versions: Readonly<Record<string, string>>): string {
  return `${JSON.stringify(Object.fromEntries(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`;
}
