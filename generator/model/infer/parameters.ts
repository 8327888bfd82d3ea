/** Infers facts about parameters from their names and descriptions. */
import { toSingular } from '../../lib/singular.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import type { Lookup } from '../schema-lookup.js';
import type { Method, Parameter, Type } from '../model.js';

export function findQueryParameter({ parameters }: Pick<Method, 'parameters'>, name: string): Parameter | undefined {
  return parameters.find((parameter) => parameter.name === name && parameter.location === 'query');
}

/** Whether a query parameter is the field mask of the response. An update mask has its own format. */
export function isMask(name: string, type: Type): boolean {
  return name === 'fields' && type.kind === 'string' && type.enum === undefined && type.format === undefined;
}

/** Finds templates such as `databases/{database_id}/documents` in the description that the route itself doesn't match. */
export function findShorterForms(template: string, description: string | undefined): readonly string[] {
  const segments = template.split('/');
  if (description === undefined || segments.length < 2 || segments.at(-1) !== '**') return [];
  const named = [...description.matchAll(/`([^`\s]{1,500})`/g)].map(([, form = '']) => form.split('/'));
  const forms = named.filter(
    (form) =>
      form.length < segments.length - 1 &&
      form.every((part, at) => (segments[at] === '*' ? /^\{\w+\}$/.test(part) : part === segments[at])),
  );
  return [...new Set(forms.map((form) => segments.slice(0, form.length).join('/')))];
}

/** A path variable such as `group.name` sets `name` of a body that is the group. */
export function findBodyField(variable: string): string | undefined {
  const dot = variable.indexOf('.');
  return dot < 0 ? undefined : variable.slice(dot + 1);
}

/** Infers the parameters that name what a method creates: the stated parameter, else `managedZoneId` for `{managedZone}` and its like. A creation at the path of the resource names it there. */
export function inferIdParameters({ action, parameters, route }: Method, lookup: Lookup): Method['idParameters'] {
  if (action.kind !== 'create' && action.kind !== 'createFrom') return [];
  const path = action.kind === 'create' ? action.resource : action.creates;
  const { idParameters = [], idFields = [] } = lookup.resource(path) ?? {};
  if (action.kind === 'create' && action.id !== undefined) return [action.id, ...idParameters.slice(1)].map(() => [action.id ?? '']);
  const query = new Set(parameters.flatMap(({ name, location }) => (location === 'query' ? [name] : [])));
  if (action.kind === 'createFrom') return [idParameters.slice(0, 1).flatMap((name) => (query.has(`${name}Id`) ? [`${name}Id`] : []))];
  if (parseTemplate(route).steps.length === parseTemplate(path).steps.length) return [];
  return idParameters.map((parameter, index) => {
    const names = [`${parameter.replace(/sId$|Id$/, '')}Id`, parameter, 'id', idFields[index] ?? 'id'];
    return [...new Set(names)].filter((name) => query.has(name));
  });
}

/** Finds the best id parameter for a collection: `instanceId` or `sqlInstanceId` for `instances`, `accountId` for `serviceAccounts`. */
export function findIdName(names: readonly string[], collection: string): string | undefined {
  // The singular of `-ves` is `-ve` (`moves`) or `-f` (`shelves`).
  const singulars = [toSingular(collection), ...(collection.endsWith('ves') ? [`${collection.slice(0, -3)}f`] : [])];
  const idNames = singulars.map((each) => `${each}Id`.toLowerCase());
  const ids = names.filter((name) => /.Id$/.test(name)).map((name) => ({ name, text: name.toLowerCase() }));
  const found =
    ids.find(({ text }) => idNames.includes(text)) ??
    ids.find(({ text }) => idNames.some((idName) => text.endsWith(idName) || idName.endsWith(text)));
  return found?.name;
}
