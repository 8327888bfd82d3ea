/** Explains why the mock responds with 501. The note is in the support page, in the response, and in `lint --rules`. */
import { getVariableNames } from '../../../runtime/paths/expand.js';
import { toShapeKey } from '../../../runtime/paths/shape.js';
import { parseTemplate, type PathStep } from '../../../runtime/paths/template.js';
import { hasTrailingLiteral, isWildcard, toTemplate } from '../../language/path-steps.js';
import { listActionPaths } from '../../language/service-actions.js';
import type { Method } from '../model.js';
import type { Lookup } from '../schema-lookup.js';
import { readingActions } from './operations.js';

/** Adds the note to a method to which, or to whose media requests, the mock responds with 501, unless it has a more precise one. */
export function addSupportNote(method: Method, lookup: Lookup): Method {
  const notes = [method.supportNote ?? explainAction(method), explainUpload(method), explainDownload(method, lookup)];
  const supportNote = notes.filter((note) => note !== undefined).join(' ');
  return supportNote === '' ? method : { ...method, supportNote };
}

/** Makes the methods unimplemented whose actions need a resource, a method, or a variable that the API lacks. */
export function disableIncompleteActions(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  const started = new Set(methods.flatMap(({ operationPath }) => (operationPath === undefined ? [] : toShapeKey(operationPath))));
  const isKnown = (path: string): boolean => lookup.resourceByShape(path) !== undefined || started.has(toShapeKey(path));
  return methods.map((method) => {
    const supportNote =
      explainUnknownPath(method, isKnown) ?? explainBatch(method, methods) ?? explainCreation(method, lookup) ?? explainOperation(method);
    return supportNote === undefined ? method : { ...method, action: { kind: 'notImplemented' }, support: 'notImplemented', supportNote };
  });
}

function explainAction({ action, actionSource, returnsEvents, httpMethod, route, name, list }: Method): string | undefined {
  if (action.kind !== 'notImplemented') return undefined;
  if (actionSource !== undefined) return "The specification states that the mock doesn't implement it.";
  if (returnsEvents) return 'It returns a stream, whose messages no description states.';
  const { steps, verb } = parseTemplate(route);
  const isCustom = verb !== undefined || (hasTrailingLiteral(steps) && httpMethod === 'POST');
  if (isCustom) return `It is a custom method, and neither the document nor a convention states what ${verb ?? name} does.`;
  if (httpMethod === 'GET')
    return list ? 'No document states where its items come from.' : "It computes its result, and the document doesn't state how.";
  if (hasTrailingLiteral(steps)) return 'Neither its path nor a parameter names a resource that another method reads.';
  return `Neither the document nor a convention states what ${httpMethod} does to the resource in its path.`;
}

function explainUnknownPath({ action }: Method, isKnown: (path: string) => boolean): string | undefined {
  // A list of several collections omits unknown ones.
  if (action.kind === 'list' && action.of) return undefined;
  const unknown = listActionPaths(action).find((path) => !isKnown(path));
  return unknown && `No method of the API describes the resource at ${unknown}, which it concerns.`;
}

const elementActions: ReadonlySet<string> = new Set(['get', 'create', 'patch', 'update', 'delete']);

function explainBatch({ action }: Method, methods: readonly Method[]): string | undefined {
  if (action.kind !== 'callEach') return undefined;
  const target = methods.find(({ id }) => id === action.method);
  if (!target) return `It calls ${action.method} for each element, and the API has no such method.`;
  if (elementActions.has(target.action.kind)) return undefined;
  return `It calls ${action.method} for each element, which doesn't get, create, update, or delete one resource.`;
}

/** The collection of the created resources must consist of what the path of the method, or of the resource that it names, contains. */
function explainCreation({ action, route }: Method, lookup: Lookup): string | undefined {
  const path = action.kind === 'createFrom' ? action.creates : action.kind === 'batch' ? action.members : undefined;
  if (path === undefined || !('resource' in action)) return undefined;
  const { steps } = parseTemplate(route);
  const aligned = parseTemplate(action.resource).steps.filter((_, index) => isWildcard(steps[index]));
  const known = new Set([...getVariableNames(route), ...listVariables(aligned)]);
  const idCount = lookup.resourceByShape(path)?.idParameters.length ?? 1;
  const missing = listVariables(parseTemplate(path).steps.slice(0, -idCount)).find((name) => !known.has(name));
  return missing && `It creates resources at ${path}, and its path lacks the variable ${missing}.`;
}

const listVariables = (steps: readonly PathStep[]): readonly string[] => steps.flatMap((step) => ('variable' in step ? step.variable : []));

function explainOperation({ action, operation, operationPath, rules, inferredRules }: Method): string | undefined {
  if (operation === 'longrunning' || operationPath !== undefined) return undefined;
  if (action.kind === 'notImplemented' || readingActions.has(action.kind)) return undefined;
  const startsOperation = [...rules.map(({ rule }) => rule), ...inferredRules].some(({ kind }) => kind === 'operation');
  return startsOperation ? 'It starts an operation, which no method of the API reads.' : undefined;
}

function explainUpload({ mediaUpload, route }: Method): string | undefined {
  if (mediaUpload === undefined) return undefined;
  const known = getVariableNames(mediaUpload.route);
  const missing = getVariableNames(route).find((name) => !known.includes(name));
  return missing && `The path of its uploads lacks the parameter ${missing}, so the mock responds to uploads with 501.`;
}

/** The content is that of the resource with which the path begins. */
function explainDownload({ mediaDownload, action, route }: Method, lookup: Lookup): string | undefined {
  if (!mediaDownload || action.kind === 'get' || action.kind === 'notImplemented') return undefined;
  const { steps } = parseTemplate(route);
  const hasContent = steps.some((_, index) => lookup.resourceByShape(toTemplate(steps.slice(0, index + 1))) !== undefined);
  return hasContent ? undefined : 'Its path contains no resource with content, so the mock responds to downloads with 501.';
}
