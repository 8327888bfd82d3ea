/** Reads from a mock what its clients need, and writes the files that the environment variables of clients name. */
import { join } from 'node:path';
import { quote } from '../lib/diagnostics.js';
import type { Effects, HttpText } from '../lib/effects.js';
import { getMember, getText, type JsonObject, parseJson } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';
import { buildClientEnvironment, type ClientTarget, type ServedApi } from './client-environment.js';

export interface MockConnection extends Pick<ClientTarget, 'url' | 'folder' | 'authority'> {
  /** Requests a control route, such as `/__admin/apis`. */
  readonly get: (path: string) => Promise<HttpText>;
  /** The user whose key the clients get. Default: the mock's choice. */
  readonly user?: string | undefined;
}

/** A mock with `auth: off` accepts any user, so only `auth: on` needs this advice. */
function formatSeedAdvice(user: string | undefined): string {
  const rights = "scopes: ['https://www.googleapis.com/auth/cloud-platform'], permissions: [dns.managedZones.list]";
  const example = `tokens: { client: { user: ${user ?? 'client@my-project.iam.gserviceaccount.com'}, ${rights} } }`;
  return `With --auth on, the seed must have a token${user === undefined ? '' : ' for this user'}, for example: ${example}`;
}

/** Writes the files for clients of a mock, and returns the environment variables of the clients. */
export async function prepareClients(connection: MockConnection, effects: Effects): Promise<Readonly<Record<string, string>>> {
  const { url, get, folder, authority } = connection;
  const { apis } = JSON.parse(await readRoute(get, '/__admin/apis')) as { readonly apis: readonly ServedApi[] };
  const { key, keyFile } = await writeCredentials(connection, effects);
  return buildClientEnvironment({ url, apis, key, keyFile, folder, authority, environment: effects.environment });
}

/** Writes the service account key for clients of a mock. */
export async function writeCredentials(
  { get, user, folder }: Pick<MockConnection, 'get' | 'user' | 'folder'>,
  { files }: Effects,
): Promise<Pick<ClientTarget, 'key' | 'keyFile'>> {
  const query = user === undefined ? '' : `?user=${encodeURIComponent(user)}`;
  const keyText = await readRoute(get, `/__admin/credentials${query}`, formatSeedAdvice(user));
  const key = JSON.parse(keyText) as JsonObject;
  const keyFile = join(folder, 'credentials.json');
  writeKey(keyFile, key, files);
  return { key, keyFile };
}

/** Returns the origin of the option `--url`. Throws a usage error if it isn't the address of a server. */
export function readMockUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new UsageError(`--url must be the address of a mock, such as http://127.0.0.1:8787 (received ${quote(text)})`);
  return url.origin;
}

/** Returns the code of a failed request, such as `ECONNREFUSED`, or the message of an error without a code. */
export const describeProblem = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error);

/** Throws a usage error unless the status is 200. `advice`: what to do if it is 404. */
async function readRoute(get: MockConnection['get'], path: string, advice?: string): Promise<string> {
  const { status, text } = await get(path);
  if (status === 200) return text;
  const problem = getText(getMember(parseJson(text), 'error'), 'message');
  if (status === 404 && advice !== undefined) throw new UsageError(`${problem ?? 'The identity is unknown.'} ${advice}`);
  throw new UsageError(`the mock responded to ${path} with status ${status}${problem === undefined ? '' : `: ${problem}`}`);
}

/** The field that marks the files of this command. Clients ignore it. */
const markName = 'generated_by';
const mark = 'discogen mock env';

/** Never replaces a file that something else has written. */
function writeKey(file: string, key: JsonObject, files: Effects['files']): void {
  if (files.stat(file) !== undefined && getText(parseJson(files.read(file)), markName) !== mark)
    throw new UsageError(`${file} exists, and discogen hasn't written it; choose another folder with --directory`);
  files.write(file, `${JSON.stringify({ [markName]: mark, ...key }, null, 2)}\n`, 0o600);
}
