/** Runs the functions of service modules that follow the changes of resources. */
import { renderResource } from '../catalog/links.js';
import type { Place } from '../catalog/resource.js';
import { copyJson, emptyObject, type JsonObject } from '../lib/json.js';
import type { BodyChange, State } from '../state/state.js';
import { HandlerAccess } from './handler-access.js';
import { createHandlerRows } from './handler-rows.js';
import { createHandlerState } from './handler-state.js';

export function runFollowers(state: State, place: Place, { before, next }: BodyChange): void {
  const render = (body: JsonObject | undefined): JsonObject | undefined => body && copyJson(renderResource(place, body, ''));
  for (const { api, follow } of place.resource.followers) {
    const access = new HandlerAccess(`changes of ${place.path}`);
    const at = state.controls.now();
    const { user } = state.cause;
    try {
      follow(
        { path: `/${place.path}`, resource: render(next), previous: render(before) },
        {
          user,
          now: at,
          state: createHandlerState({ state, origin: '', at, parameters: emptyObject, ...(user !== undefined && { user }) }, access),
          rows: (owner = api.name) => createHandlerRows(state, access, owner),
          newId: () => state.controls.random.nextId(),
        },
      );
    } finally {
      access.end();
    }
  }
}
