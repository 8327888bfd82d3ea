/** The control routes of what has changed: the history of a resource, and the differences between two states. */
import { formatInstant } from '../../lib/instants.js';
import { compareStateVersions, findNamedVersion, listEntityVersions, toChangeCause } from '../../state/history.js';
import type { Entity } from '../../state/entity.js';
import type { ResourceHistory, StateComparison } from '../../types/control.js';
import type { JsonObject } from '../../lib/json.js';
import { renderResourceAt } from '../../catalog/links.js';
import { createInvalidError, readCount, readQuery, toJson, type AdminRoute } from './admin-call.js';
import { requirePlace } from './resource-routes.js';

export const getHistory: AdminRoute = (call) => {
  const { session, incoming } = call;
  const { path } = readQuery(call, ['path']);
  const place = requirePlace(call, 'path', path ?? '');
  const versions = listEntityVersions(session, place).map(({ version, entity, cause }) => ({
    sequence: version.sequence,
    ...(cause && { time: formatInstant(cause.at) }),
    body: entity ? renderResourceAt(place, entity.body, incoming.origin) : null,
    ...(cause && { cause: toChangeCause(session, cause) }),
  }));
  return toJson({ type: place.resource.behavior.path, versions } satisfies ResourceHistory);
};

export const compareStates: AdminRoute = async (call) => {
  const { session, incoming } = call;
  const query = readQuery(call, ['from', 'to', 'limit']);
  const limit = readCount(query, 'limit', { minimum: 1, maximum: 10_000, fallback: 1000 });
  if (query.from === undefined)
    throw createInvalidError('from must be the name of a snapshot, or a sequence number (received nothing)', 'from');
  const from = await findNamedVersion(session, query.from);
  const to = query.to === undefined ? session.version : await findNamedVersion(session, query.to);
  const changes = compareStateVersions(session, from, to);
  const render = (path: string, { body }: Entity): JsonObject => renderResourceAt(requirePlace(call, 'path', path), body, incoming.origin);
  return toJson({
    changes: changes.slice(0, limit).map(({ path, before, after }) => ({
      path,
      ...(before && { before: render(path, before) }),
      ...(after && { after: render(path, after) }),
    })),
    total: changes.length,
    from: from.sequence,
    to: to.sequence,
  } satisfies StateComparison);
};
