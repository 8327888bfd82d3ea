/** The endpoints where clients get tokens, at the paths of the public services. */
import type { ParsedRequest } from '../../lib/http-request.js';
import type { HttpResult } from '../../lib/http-result.js';
import type { Json } from '../../lib/json.js';
import type { Session } from '../../state/session.js';
import { requireMethod, type BuiltInCall } from '../../api/built-in-call.js';
import { exchangeToken, federationPath, OAuthError, tokenEndpoints } from './exchange-token.js';
import { generateToken, parseGenerationPath } from './generate-token.js';
import { describeToken, describeUser, tokenInfoPaths, userInfoPaths } from './token-info.js';
import { isMetadataRequest, serveMetadata } from './metadata-server.js';

const readMethods: readonly string[] = ['GET', 'HEAD'];
const keysPath = '/oauth2/v3/certs';

/** Returns the call of a request to a token endpoint, or `undefined` for any other path. */
export function findOAuth(session: Session, incoming: ParsedRequest): BuiltInCall | undefined {
  const { path } = incoming;
  const create = (methodId: string, methods: readonly string[], work: () => Promise<HttpResult>): BuiltInCall => ({
    methodId,
    async respond() {
      requireMethod(incoming, methods);
      return catchOAuthErrors(work);
    },
  });
  const respondWith = async (body: Promise<Json>): Promise<HttpResult> => ({ status: 200, body: await body });
  if (Object.hasOwn(tokenEndpoints, path))
    return create(path === federationPath ? 'sts.token' : 'oauth2.token', ['POST'], () => respondWith(exchangeToken(session, incoming)));
  if (tokenInfoPaths.includes(path))
    return create('oauth2.tokeninfo', [...readMethods, 'POST'], () => respondWith(describeToken(session, incoming)));
  if (userInfoPaths.includes(path))
    return create('oauth2.userinfo.get', [...readMethods, 'POST'], () => respondWith(describeUser(session, incoming)));
  const generation = parseGenerationPath(path);
  if (generation)
    return create(`iamcredentials.projects.serviceAccounts.${generation.method}`, ['POST'], () =>
      respondWith(generateToken(session, incoming)),
    );
  if (path === keysPath)
    return create('oauth2.certs', readMethods, () =>
      respondWith(session.settings.signingKey.export().then(({ publicJwk }) => ({ keys: [publicJwk] }))),
    );
  if (isMetadataRequest(incoming)) return create('computeMetadata.get', readMethods, () => serveMetadata(session, incoming));
  return undefined;
}

/** Runs `work` and turns an `OAuthError` into a response. */
async function catchOAuthErrors(work: () => Promise<HttpResult>): Promise<HttpResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const { code, message } = error;
    return {
      status: 400,
      body: { error: code, error_description: message },
      note: { rejection: { rule: 'oauth', reason: code, message } },
    };
  }
}
