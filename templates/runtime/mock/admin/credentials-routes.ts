/** The control route of credentials, which clients load as a file. */
import { createCredentials, credentialsTypes } from '../engine/issue-tokens.js';
import { createInvalidError, readQuery, toJson, type AdminRoute } from './admin-call.js';

export const getCredentials: AdminRoute = async (call) => {
  const { user, type } = readQuery(call, ['user', 'type']);
  const knownType = credentialsTypes.find((each) => each === type);
  if (type !== undefined && knownType === undefined)
    throw createInvalidError(`type must be one of ${credentialsTypes.join(', ')} (received '${type}')`, 'type');
  return toJson(await createCredentials(call.session, { user, type: knownType, rootUrl: call.incoming.origin }));
};
