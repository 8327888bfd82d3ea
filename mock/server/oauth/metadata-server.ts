/** The metadata server of a virtual machine, where clients without a file of credentials get their tokens. */
import { findUserGrant, getDefaultUser, getNumericId, getProject, isKnownUser } from '../../engine/identities.js';
import { issueAccessToken, issueIdToken, tokenLifetime } from '../../engine/issue-tokens.js';
import { decodeIfValid, type ParsedRequest } from '../../lib/http-request.js';
import type { HttpResult } from '../../lib/http-result.js';
import { isList, isObject, type Json, type JsonObject } from '../../lib/json.js';
import type { Session } from '../../state/session.js';
import { selectScopes, splitScopes } from './exchange-token.js';

const root = '/computeMetadata/v1';
const zone = 'us-central1-a';
const accountsPath = /^instance\/service-accounts\/([^/]+)(?:\/(token|identity)$)?/;

/** Returns whether a path belongs to the metadata server. Clients look for it with a request to `/`. */
export function isMetadataRequest({ path, headers }: ParsedRequest): boolean {
  return path === root || path.startsWith(`${root}/`) || (path === '/' && headers['metadata-flavor'] !== undefined);
}

export async function serveMetadata(session: Session, { path, headers, query }: ParsedRequest): Promise<HttpResult> {
  if (headers['metadata-flavor'] !== 'Google') return toText('Missing Metadata-Flavor:Google header.\n', 403);
  if (path === '/') return toText('computeMetadata/\n');
  const names = path.slice(root.length + 1).replace(/\/$/, '');
  const parameters = new Map(query);
  const [, account = 'default', kind] = accountsPath.exec(names) ?? [];
  const tree = describeMachine(session, decodeIfValid(account));
  const value = kind === undefined ? findValue(tree, names) : findValue(tree, `instance/service-accounts/${account}`);
  if (value === undefined) return toText(`The metadata server of the mock has no ${path}.\n`, 404);
  const { email } = isObject(value) ? value : {};
  if (kind === 'token') return toJson(await createToken(session, String(email), splitScopes(parameters.get('scopes'))));
  if (kind === 'identity') return serveIdentity(session, String(email), parameters.get('audience'));
  if (isObject(value) && parameters.get('recursive') === 'true') return toJson(toCamelCase(value));
  return toText(formatValue(value));
}

/** The values by name. `account` is the service account that the request names, in addition to the default one. */
function describeMachine(session: Session, account: string): JsonObject {
  const state = session.readVersion();
  const user = getDefaultUser(state);
  const project = getProject(state, user);
  const number = getNumericId(project);
  const users = [user, ...(account === 'default' ? [] : [account])].filter((each) => isKnownUser(session, state, each));
  const accounts = users.map((email): readonly [string, JsonObject] => [
    email,
    { aliases: email === user ? ['default'] : [], email, scopes: [...(findUserGrant(state, email)?.scopes ?? [])] },
  ]);
  const [first] = accounts;
  return {
    instance: {
      attributes: {},
      hostname: `mock.${zone}.c.${project}.internal`,
      id: getNumericId('mock'),
      name: 'mock',
      'service-accounts': { ...(first?.[0] === user && { default: first[1] }), ...Object.fromEntries(accounts) },
      zone: `projects/${number}/zones/${zone}`,
    },
    project: { attributes: {}, 'numeric-project-id': number, 'project-id': project },
    universe: { 'universe-domain': 'googleapis.com' },
  };
}

function findValue(tree: JsonObject, path: string): Json | undefined {
  return path
    .split('/')
    .filter(Boolean)
    .map(decodeIfValid)
    .reduce<Json | undefined>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), tree);
}

async function createToken(session: Session, user: string, requested: readonly string[]): Promise<JsonObject> {
  const token = await issueAccessToken(session, { user, scopes: selectScopes(session, user, requested) });
  return { access_token: token, expires_in: tokenLifetime, token_type: 'Bearer' };
}

async function serveIdentity(session: Session, user: string, audience: string | undefined): Promise<HttpResult> {
  return audience ? toText(await issueIdToken(session, user, audience)) : toText('non-empty audience parameter required\n', 400);
}

/** Lists the names in a folder, each on a line, with a slash after those of folders. */
function formatValue(value: Json): string {
  if (isList(value)) return value.map((item) => `${String(item)}\n`).join('');
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}${isObject(member) ? '/' : ''}\n`)
    .join('');
}

function toCamelCase(value: Json): Json {
  if (!isObject(value)) return value;
  const rename = (name: string): string =>
    name.includes('@') ? name : name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [rename(name), toCamelCase(member)]));
}

const serverHeaders: Readonly<Record<string, string>> = { 'metadata-flavor': 'Google', server: 'Metadata Server for VM' };

function toText(text: string, status: number = 200): HttpResult {
  return { status, body: null, text, headers: { ...serverHeaders, 'content-type': 'application/text' } };
}

function toJson(body: Json): HttpResult {
  return { status: 200, body, headers: serverHeaders };
}
