/** Dry runs of API requests, which have no effects. */
import { addStatedError } from '../engine/stated-errors.js';
import { HandlerUse } from '../engine/handler-use.js';
import { HttpError, requireHttpError } from '../lib/http-error.js';
import type { ParsedRequest } from '../lib/http-request.js';
import type { Session } from '../state/session.js';
import { verifyToken } from './authenticate.js';
import { handleCall } from './handle-call.js';
import { createBodyReader } from './parse-call.js';
import { addRootPath } from './root-path.js';
import { route } from './route.js';

const noFaults = { latencyMs: 0, unreachable: [], ids: [] };

/** Executes a request without effects, and returns the error that rejects it. Applies no faults, and adds nothing to the journal. */
export async function dryRun(session: Session, received: ParsedRequest): Promise<HttpError | undefined> {
  const { target } = await route(session, received, () => undefined);
  if (target instanceof HttpError) return target;
  if (target.kind !== 'match') return new HttpError('notFound', { message: `No route matches ${received.method} ${received.path}` });
  const { value: method, segments } = target;
  const incoming = addRootPath(received, method);
  const request = {
    session,
    method,
    segments,
    incoming,
    read: createBodyReader(method, incoming, session.settings),
    call: session.activity.startCall(),
    faults: noFaults,
    handlerUse: new HandlerUse([]),
    isDryRun: true,
  };
  try {
    const claims = await verifyToken(session, incoming);
    await session.run((state) => handleCall(state, { ...request, claims }));
    return undefined;
  } catch (error) {
    return addStatedError(requireHttpError(error), method, segments);
  }
}
