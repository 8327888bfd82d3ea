/** The control route of the clock. */
import { describeValue } from '../../../runtime/error-text.js';
import { formatInstant, isRepresentableInstant, parseDuration, parseInstant } from '../../lib/instants.js';
import { findNextTask } from '../../state/tasks.js';
import type { Session } from '../../state/session.js';
import { createInvalidError, readMembers, toJson, type AdminRoutes } from './admin-call.js';
import type { ClockStatus } from '../../types/control.js';

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

  async POST(call) {
    const { session } = call;
    const { set, freeze, advance, next } = await readMembers(call, {
      set: [(value) => value === undefined || parseInstant(value) !== undefined, 'an RFC 3339 time such as 2026-01-01T00:00:00Z'],
      freeze: [(value) => value === undefined || typeof value === 'boolean', 'true or false'],
      advance: [(value) => value === undefined || parseDuration(value) !== undefined, 'a duration such as 90s'],
      // Depends on the other members.
      next: [() => true, 'true'],
    });
    const time = parseInstant(set);
    const duration = parseDuration(advance);
    if (next !== undefined && (next !== true || set !== undefined || advance !== undefined))
      throw createInvalidError(`next must be true, without set and advance (received ${describeValue(next)})`);
    if (!isRepresentableInstant((time ?? session.now()) + (duration ?? 0)) || (time !== undefined && !isRepresentableInstant(time)))
      throw createInvalidError('the clock must stay within the years 0 to 9999');
    await session.changeClock({ freeze: freeze as boolean | undefined, set: next ? await findNextTime(session) : time, advance: duration });
    return { now: formatInstant(session.now()) };
  },
};

/** Returns the time of the next scheduled change, after those that are due. */
async function findNextTime(session: Session): Promise<number | undefined> {
  return session.run((state) => findNextTask(state)?.at);
}
