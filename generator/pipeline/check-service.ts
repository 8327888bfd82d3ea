/** Checks that the API has the methods, parameters, and resources that a service module of the user names. */
import { resolve } from 'node:path';
import { createDiagnostic, type Diagnostic, type Location } from '../lib/diagnostics.js';
import type { FileEffects } from '../lib/effects.js';
import { findNearest } from '../lib/suggest.js';
import type { ServiceModule } from '../config/generate-options.js';
import type { Api } from '../model/model.js';
import { toShapeKey } from '../../runtime/paths/shape.js';

/** `isPartial`: whether the package contains only some methods, so that a missing one is no mistake. */
export function checkService(
  { file, bundle }: ServiceModule,
  api: Api,
  { isPartial, ...effects }: FileEffects & { readonly isPartial: boolean },
): readonly Diagnostic[] {
  if (bundle === undefined) return [];
  const { content } = bundle;
  const text = effects.files.read(resolve(effects.cwd, file));
  const locate = (name: string, known: Iterable<string>): Location & { readonly suggestion?: string | undefined } => ({
    ...locateText(file, text, name),
    suggestion: findNearest(name, known),
  });
  if (content.api !== api.name)
    return [createDiagnostic('other-service', { path: file, found: content.api, api: api.name }, locate(content.api, [api.name]))];
  if (isPartial) return [];
  const methods = new Map(api.methods.map((method) => [method.id, method]));
  const shapes = new Set(api.resources.map(({ path }) => toShapeKey(path)));
  const templates = api.resources.map(({ path }) => `/${path}`);
  return [
    ...content.methods.filter((id) => !methods.has(id)).map((id) => createDiagnostic('unknown-method', { id }, locate(id, methods.keys()))),
    ...Object.entries(content.parameters).flatMap(([id, names]) => {
      const known = [...(methods.get(id)?.parameters ?? []), ...api.parameters].map(({ name }) => name);
      return methods.has(id)
        ? names.filter((name) => !known.includes(name)).map((name) => createDiagnostic('unknown-parameter', { name }, locate(name, known)))
        : [];
    }),
    ...content.resources
      .filter((template) => !shapes.has(toShapeKey(template.slice(1))))
      .map((template) => createDiagnostic('unknown-resource-path', { path: template }, locate(template, templates))),
  ];
}

/** Returns the location of a text, first of a quoted one. The start of the file if it contains neither. */
function locateText(file: string, text: string, name: string): Location {
  const quoted = [`'${name}'`, `"${name}"`, `\`${name}\``].map((each) => text.indexOf(each)).find((index) => index >= 0);
  const at = quoted === undefined ? text.indexOf(name) : quoted + 1;
  const before = text.slice(0, Math.max(0, at)).split('\n');
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
