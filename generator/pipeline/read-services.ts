/** Service modules of the user, which the config names: bundles each of them, and describes what it implements. */
import { resolve } from 'node:path';
import type { ServiceModule, Config, SpecificationSource } from '../config/generate-options.js';
import { createDiagnostic, type Diagnostic, type Location } from '../lib/diagnostics.js';
import type { FileEffects } from '../lib/effects.js';
import { bundleModule } from '../write/bundle-module.js';
import { describeService } from './describe-service.js';

export interface ServicesResult {
  /** The config with the text and the description of each module. */
  readonly config: Config;
  readonly diagnostics: readonly Diagnostic[];
}

/** Bundles the service modules that the sources of a config name. */
export async function readServices(config: Config, effects: FileEffects): Promise<ServicesResult> {
  if (config.sources.every(({ service }) => service === undefined)) return { config, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const sources: SpecificationSource[] = [];
  // One after the other, because each runs code of the user.
  for (const source of config.sources) {
    const { service } = source;
    if (service === undefined || service.bundle !== undefined) sources.push(source);
    else {
      const result = await readService(service, effects);
      if (result.diagnostic) diagnostics.push(result.diagnostic);
      sources.push({ ...source, service: result.service ?? service });
    }
  }
  return { config: { ...config, sources }, diagnostics };
}

async function readService(
  service: ServiceModule,
  { files, cwd }: FileEffects,
): Promise<{ readonly service?: ServiceModule; readonly diagnostic?: Diagnostic }> {
  const { file: path, at } = service;
  const report = (problem: string, location: Location = at): { readonly diagnostic: Diagnostic } => ({
    diagnostic: createDiagnostic('invalid-service', { path, problem }, location),
  });
  const file = resolve(cwd, path);
  if (files.stat(file)?.kind !== 'file') return report('there is no such file');
  const bundled = await bundleModule(file);
  if ('problem' in bundled) return report(bundled.problem, { file: path, line: bundled.line ?? 1, column: bundled.column ?? 1 });
  const start = { file: path, line: 1, column: 1 };
  if (!bundled.hasDefault) return report('it has no default export; write export default defineService({ … })', start);
  const described = await describeService(bundled.text);
  if ('problem' in described) return report(described.problem, start);
  return { service: { ...service, bundle: { text: bundled.text, content: described } } };
}
