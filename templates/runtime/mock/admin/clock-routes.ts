/** The control route of the clock. */
import { describeValue } from '../../error-text.js';
import { formatInstant, isRepresentableInstant, parseDuration, parseInstant } from '../lib/instants.js';
import { isObject } from '../lib/json.js';
import { findNextTask } from '../state/tasks.js';
import type { Session } from '../state/session.js';
import { createInvalidError, readDocument, toJson, type AdminRoutes } from './admin-call.js';
import type { ClockStatus } from '../types/control.js';

const clockMembers = ['set', 'freeze', 'advance', 'next'];

export const clockRoutes: AdminRoutes = {
  async GET({ session }) {
    const next = await findNextTime(session);
    const status: ClockStatus = {
      now: formatInstant(session.now()),
      frozen: session.controls.clock.frozen !== undefined,
      ...(next !== undefined && { next: formatInstant(next) }),
    };
    return toJson(status);
  },

  async POST({ session, incoming }) {
    const body = await readDocument({ session, incoming });
    if (!isObject(body))
      throw createInvalidError(`The request body must be an object with set, freeze, advance, or next (received ${describeValue(body)}).`);
    const unknown = Object.keys(body).find((name) => !clockMembers.includes(name));
    if (unknown !== undefined) throw createInvalidError(`unknown member "${unknown}"; expected one of ${clockMembers.join(', ')}`);
    const { set, freeze, advance, next } = body;
    const time = set === undefined ? undefined : parseInstant(set);
    const duration = advance === undefined ? undefined : parseDuration(advance);
    if (set !== undefined && time === undefined)
      throw createInvalidError(`set must be an RFC 3339 time such as 2026-01-01T00:00:00Z (received ${describeValue(set)})`);
    if (advance !== undefined && duration === undefined)
      throw createInvalidError(`advance must be a duration such as 90s (received ${describeValue(advance)})`);
    if (freeze !== undefined && typeof freeze !== 'boolean')
      throw createInvalidError(`freeze must be true or false (received ${describeValue(freeze)})`);
    if (next !== undefined && (next !== true || set !== undefined || advance !== undefined))
      throw createInvalidError(`next must be true, without set and advance (received ${describeValue(next)})`);
    if (!isRepresentableInstant((time ?? session.now()) + (duration ?? 0)) || (time !== undefined && !isRepresentableInstant(time)))
      throw createInvalidError('the clock must stay within the years 0 to 9999');
    await session.changeClock({ freeze, set: next ? await findNextTime(session) : time, advance: duration });
    return { now: formatInstant(session.now()) };
  },
};

/** Returns the time of the next scheduled change, after those that are due. */
async function findNextTime(session: Session): Promise<number | undefined> {
  return session.run((state) => findNextTask(state)?.at);
}
