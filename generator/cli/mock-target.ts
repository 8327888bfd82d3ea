/** Reads from a mock what its clients need, and writes the files that the environment variables of clients name. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Effects, HttpText } from '../lib/effects.js';
import { getMember, getText, type JsonObject, omitUndefined, parseJson } from '../lib/json.js';
import { packageRoot } from '../lib/root.js';
import { UsageError } from '../lib/usage-error.js';
import { buildClientEnvironment, type ServedApi } from './client-environment.js';

export interface MockConnection {
  /** The address of the mock, without a slash at its end. */
  readonly url: string;
  /** Requests a control route, such as `/__admin/apis`. */
  readonly get: (path: string) => Promise<HttpText>;
  /** The user whose key the clients get. Default: the mock's choice. */
  readonly user?: string | undefined;
  /** The folder of the files. */
  readonly folder: string;
  /** The file with the certificate authority of a mock with TLS. */
  readonly authority?: string | undefined;
}

/** A mock with `auth: off` accepts any user, so only `auth: on` needs this advice. */
function formatSeedAdvice(user: string | undefined): string {
  const rights = "scopes: ['https://www.googleapis.com/auth/cloud-platform'], permissions: [dns.managedZones.list]";
  const example = `tokens: { client: { user: ${user ?? 'client@my-project.iam.gserviceaccount.com'}, ${rights} } }`;
  return `With --auth on, the seed must have a token${user === undefined ? '' : ' for this user'}, for example: ${example}`;
}

/** Writes the files for clients of a mock, and returns the environment variables of the clients. */
export async function prepareClients(
  { url, get, user, folder, authority }: MockConnection,
  { files, environment }: Effects,
): Promise<Readonly<Record<string, string>>> {
  const { apis } = JSON.parse(await readRoute(get, '/__admin/apis')) as { readonly apis: readonly ServedApi[] };
  const query = user === undefined ? '' : `?user=${encodeURIComponent(user)}`;
  const keyText = await readRoute(get, `/__admin/credentials${query}`, formatSeedAdvice(user));
  const key = JSON.parse(keyText) as JsonObject;
  const file = join(folder, 'credentials.json');
  writeKey(file, key, files);
  return buildClientEnvironment({
    url,
    apis,
    credentials: { file, ...omitUndefined({ project: getText(key, 'project_id'), tokenUri: getText(key, 'token_uri') }) },
    settings: join(folder, 'gcloud'),
    ...omitUndefined({ authority }),
    redirection: pathToFileURL(join(packageRoot, 'dist/redirect.js')).href,
    environment,
  });
}

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
