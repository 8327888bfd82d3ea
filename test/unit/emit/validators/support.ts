/** Compiles the validators of a description and imports them as a package does. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'rolldown/utils';
import { afterAll } from 'vitest';
import type { EmittedFile } from '../../../../generator/emit/emitter.js';
import { createNames } from '../../../../generator/emit/names.js';
import { importRuntimePackage } from '../../../../generator/emit/runtime-package.js';
import { emitValidators } from '../../../../generator/emit/validators.js';
import { runtimeFolder } from '../../../../generator/write/runtime.js';
import { formatFile } from '../../../../generator/write/format-file.js';
import type { Api } from '../../../../generator/model/model.js';
import type { MessageValidator, ValidateOptions } from '../../../../runtime/validate/validator.js';
import { resolveApi } from '../../../support/packages.js';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The validators by name. Resource validators ignore options. */
export interface ValidatorModule {
  readonly [name: string]: MessageValidator<unknown>;
}

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function writeScript(path: string, text: string): void {
  write(path.replace(/\.ts$/, '.js'), path.endsWith('.ts') ? transformSync(path, text).code : text);
}

/** Writes the validators as JavaScript to a new folder, with the built runtime, and returns the path of `validators.js`. */
export async function writeValidators(api: Api): Promise<string> {
  const path = await writeModules(api, (file) => file);
  symlinkSync(runtimeFolder, join(dirname(path), '../runtime'));
  return path;
}

async function writeModules(api: Api, adapt: (file: EmittedFile) => EmittedFile): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'discogen-validators-'));
  folders.push(folder);
  write(join(folder, 'package.json'), '{ "type": "module" }');
  const files = emitValidators(api, { names: createNames(api) }).filter(({ path }) => !path.endsWith('.d.ts'));
  for (const file of files) writeScript(join(folder, file.path), await formatFile(adapt(file)));
  return join(folder, 'src/validators.js');
}

/** Loads the validators of a description in YAML. They use the sources of the runtime (see `vitest.config.ts`). */
export async function load(text: string): Promise<ValidatorModule> {
  return loadApi(resolveApi(text));
}

export async function loadApi(api: Api): Promise<ValidatorModule> {
  const path = await writeModules(api, (file) => importRuntimePackage(file, { scope: '@discogen' }));
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as ValidatorModule;
}

/** Returns the errors of a value as `/path keyword: message` lines; empty if it is valid. */
export function collectErrors(validator: MessageValidator<unknown> | undefined, value: unknown, options?: ValidateOptions): string[] {
  if (validator === undefined) throw new Error('There is no such validator');
  if (validator(value, options)) return [];
  return (validator.errors ?? []).map(({ instancePath, keyword, message }) => `${instancePath} ${keyword}: ${message}`);
}

/** Returns the errors of a value as `/path keyword` lines. */
export function listKeywords(validator: MessageValidator<unknown> | undefined, value: unknown, options?: ValidateOptions): string[] {
  return collectErrors(validator, value, options).map((line) => line.slice(0, line.indexOf(':', line.indexOf(' '))));
}
