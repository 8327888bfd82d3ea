/** Recognizes creations that start work of the service, such as a query or an export, whose result a document doesn't specify. */
import type { Lookup } from '../schema-lookup.js';
import type { Field, Method, Type } from '../model.js';

const jobNote = "The resource is work that the service runs (its state has RUNNING and DONE), and its document doesn't specify the result.";

/**
 * Leaves an inferred creation unimplemented if it returns a resource whose output-only state says that the service runs it. Such a resource
 * would wait forever, or claim a result that it doesn't have. If the creation returns an operation, the operation ends instead.
 */
export function rejectJobs(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  return methods.map((method): Method => {
    const { action, actionSource, operation, request, response } = method;
    if (action.kind !== 'create' || actionSource !== undefined || operation !== undefined) return method;
    const type = lookup.object(request);
    if (type === undefined || type !== lookup.object(response) || !type.fields.some((field) => isJobState(field, lookup))) return method;
    return { ...method, action: { kind: 'notImplemented' }, supportNote: jobNote };
  });
}

const stateNamePattern = /^(?:state|status|(?:current|job|run|execution)(?:State|Status))$/;

/** Whether a field, or a field of its object, is an output-only state of work. */
function isJobState({ name, readOnly, type, description }: Field, lookup: Lookup): boolean {
  if (!readOnly || !stateNamePattern.test(name)) return false;
  const inner = lookup.object(type);
  if (inner !== undefined)
    return inner.fields.some((field) => !lookup.object(field.type) && isJobState({ ...field, readOnly: true }, lookup));
  const states = listStates(lookup.resolve(type), description);
  const has = (...words: readonly string[]): boolean =>
    states.some((state) => words.some((word) => state === word || state.endsWith(`_${word}`)));
  return has('RUNNING') && has('DONE', 'SUCCEEDED', 'COMPLETED', 'FINISHED');
}

/** Lists the values of an enum, or those that a description quotes: `Valid states include 'PENDING', 'RUNNING', and 'DONE'`. */
function listStates(type: Type | undefined, description = ''): readonly string[] {
  if (type?.kind !== 'string') return [];
  return type.enum?.map(({ value }) => value) ?? [...description.matchAll(/["'`]([A-Z_]{3,40})["'`]/g)].map(([, state = '']) => state);
}
