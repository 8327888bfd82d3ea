/** Replaces placeholders in recorded paths by the names for which they stand, where a recording has these names elsewhere. */
import type { Api } from '../../generator/model/model.js';
import { type ObservedCall, isSuccess } from './calls.js';
import { findCreatedId } from './track-resources.js';

/** Matches a segment that stands for a name: `${datasetID}`. */
const placeholder = /^\$\{(?!projectId|projectNumber|uniqueId)\w+\}$/;

/** A path can have several placeholders, the inner ones below the outer ones. */
const maxRounds = 4;

/** `datasets/${datasetID}` is `datasets/set1` if the only data set that the scenario creates is `set1`. */
export function resolvePlaceholders(api: Api, calls: readonly ObservedCall[]): readonly ObservedCall[] {
  let current = calls;
  for (let round = 0; round < maxRounds; round += 1) {
    const created = listCreated(api, current);
    const next = current.map((call) => {
      const path = resolvePath(call.path, created);
      return path === call.path ? call : { ...call, path };
    });
    if (next.every((call, index) => call === current[index])) return current;
    current = next;
  }
  return current;
}

/** The ids that a scenario creates, by the path of their collection. */
function listCreated(api: Api, calls: readonly ObservedCall[]): ReadonlyMap<string, ReadonlySet<string>> {
  const created = new Map<string, Set<string>>();
  for (const call of calls.filter(isSuccess)) {
    const id = findCreatedId(api, call);
    if (id === undefined || placeholder.test(id)) continue;
    created.set(call.path, (created.get(call.path) ?? new Set()).add(id));
  }
  return created;
}

function resolvePath(path: string, created: ReadonlyMap<string, ReadonlySet<string>>): string {
  const segments = path.split('/');
  segments.forEach((segment, index) => {
    const [, name = '', verb = ''] = /^([^:]*)(:[A-Za-z]+)?$/.exec(segment) ?? [];
    if (!placeholder.test(name)) return;
    const ids = created.get(segments.slice(0, index).join('/'));
    if (ids?.size === 1) segments[index] = `${[...ids][0]!}${verb}`;
  });
  return segments.join('/');
}
