/** Infers facts about parameters from their names and descriptions. */
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
