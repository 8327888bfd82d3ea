/** Explains why the mock responds with 501. The note is in the support page, in the response, and in `lint --rules`. */
import { getVariableNames } from '../../../templates/runtime/paths/expand.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import { hasTrailingLiteral } from '../../lib/path-steps.js';
import type { Method } from '../model.js';

/** Adds the note to a method to which, or to whose uploads, the mock responds with 501, unless it has a more precise one. */
export function addSupportNote(method: Method): Method {
  const notes = [method.supportNote ?? explainAction(method), explainUpload(method)].filter((note) => note !== undefined);
  return notes.length === 0 ? method : { ...method, supportNote: notes.join(' ') };
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

function explainUpload({ mediaUpload, route }: Method): string | undefined {
  if (mediaUpload === undefined) return undefined;
  const known = getVariableNames(mediaUpload.route);
  const missing = getVariableNames(route).find((name) => !known.includes(name));
  return missing && `The path of its uploads lacks the parameter ${missing}, so the mock responds to uploads with 501.`;
}
