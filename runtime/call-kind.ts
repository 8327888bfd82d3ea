/** The kinds of calls in which a parameter can select. */
import type { Action } from './rule.js';

export const callKinds = ['lists', 'reads', 'changes', 'creations'] as const;

/** A call lists resources, reads another response, creates a resource, or changes something. */
export type CallKind = (typeof callKinds)[number];

/** @param call `isList`: whether the response is a list of pages. */
export function getCallKind(call: { readonly action: Action; readonly httpMethod: string; readonly isList: boolean }): CallKind {
  const { kind } = call.action;
  if (kind === 'list' || call.httpMethod === 'GET') return kind === 'list' || call.isList ? 'lists' : 'reads';
  return kind === 'create' || kind === 'createFrom' ? 'creations' : 'changes';
}
