/** The control routes of the state as a whole, of the settings, and of credentials. */
import { describeValue } from '../../../runtime/error-text.js';
import { createCredentials } from '../../engine/issue-tokens.js';
import { applySeed, changeSettings, exportState, exportTestSeed, exportVersion, getSettings } from '../../engine/session-state.js';
import { credentialsTypes } from '../../engine/token-claims.js';
import { formatSeedLocation, SeedError } from '../../engine/seed/seed-error.js';
import { findNamedVersion } from '../../state/history.js';
import { HttpError } from '../../lib/http-error.js';
import { readJson } from '../../lib/http-request.js';
import { isObject, type Json, type JsonObject } from '../../lib/json.js';
import {
  AdminResponse,
  createInvalidError,
  readDocument,
  readQuery,
  toJson,
  type AdminCall,
  type AdminRoute,
  type AdminRoutes,
} from './admin-call.js';

export const stateRoutes: AdminRoutes = {
  async GET(call) {
    const { session, incoming } = call;
    const { at } = readQuery(call, ['at']);
    const version = at === undefined ? undefined : await findNamedVersion(session, at);
    const body = version ? exportVersion(session, version, incoming.origin) : await exportState(session, incoming.origin);
    return new AdminResponse(toJson(body), { headers: { 'x-mock-sequence': String((version ?? session.version).sequence) } });
  },
  PUT: async (call) => seedSession(call, true),
};

export const getSeed: AdminRoute = async (call) => {
  const { outputOnly = 'false' } = readQuery(call, ['only', 'outputOnly']);
  if (outputOnly !== 'true' && outputOnly !== 'false')
    throw createInvalidError(`outputOnly must be true or false (received '${outputOnly}')`, 'outputOnly');
  const only = call.incoming.query.flatMap(([name, value]) => (name === 'only' ? [value] : []));
  return toJson(await exportTestSeed(call.session, { only: only.length > 0 ? only : undefined, outputOnly: outputOnly === 'true' }));
};

export const mergeSeed: AdminRoute = async (call) => seedSession(call, false);

async function seedSession({ session, incoming }: AdminCall, replace: boolean): Promise<Json> {
  const document = await readDocument({ session, incoming });
  try {
    await applySeed(session, document as JsonObject, replace);
  } catch (error) {
    if (!(error instanceof SeedError)) throw error;
    throw new HttpError('invalid', {
      message: error.message,
      details: error.faults.map((fault) => ({ reason: 'invalid', message: fault.message, location: formatSeedLocation(fault) })),
      rule: 'seed',
    });
  }
  return {};
}

export const settingsRoutes: AdminRoutes = {
  GET: ({ session }) => ({ ...getSettings(session) }),
  async PUT({ session, incoming }) {
    const body = readJson(incoming.body, session.settings);
    if (!isObject(body)) throw createInvalidError(`The request body must be an object with ignored (received ${describeValue(body)}).`);
    try {
      await changeSettings(session, body);
    } catch (error) {
      throw error instanceof TypeError ? createInvalidError(error.message) : error;
    }
    return {};
  },
};

/** Returns credentials, which clients load as a file. */
export const getCredentials: AdminRoute = async (call) => {
  const { user, type } = readQuery(call, ['user', 'type']);
  const knownType = credentialsTypes.find((each) => each === type);
  if (type !== undefined && knownType === undefined)
    throw createInvalidError(`type must be one of ${credentialsTypes.join(', ')} (received '${type}')`, 'type');
  return toJson(await createCredentials(call.session, { user, type: knownType, rootUrl: call.incoming.origin }));
};
