/** Reads from a mock what its clients need, and writes the files that the environment variables of clients name. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Effects, HttpText } from '../lib/effects.js';
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
  const key = JSON.parse(keyText) as Readonly<Record<string, unknown>>;
  const file = join(folder, 'credentials.json');
  writeKey(file, key, files);
  const { project_id: project, token_uri: tokenUri } = key;
  return buildClientEnvironment({
    url,
    apis,
    credentials: { file, ...(typeof project === 'string' && { project }), ...(typeof tokenUri === 'string' && { tokenUri }) },
    settings: join(folder, 'gcloud'),
    ...(authority !== undefined && { authority }),
    redirection: pathToFileURL(join(packageRoot, 'dist/redirect.js')).href,
    environment,
  });
}

/** Throws a usage error unless the status is 200. `advice`: what to do if it is 404. */
async function readRoute(get: MockConnection['get'], path: string, advice?: string): Promise<string> {
  const { status, text } = await get(path);
  if (status === 200) return text;
  const problem = readErrorMessage(text);
  if (status === 404 && advice !== undefined) throw new UsageError(`${problem ?? 'The identity is unknown.'} ${advice}`);
  throw new UsageError(`the mock responded to ${path} with status ${status}${problem === undefined ? '' : `: ${problem}`}`);
}

function readErrorMessage(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: { readonly message?: unknown } };
    return typeof error?.message === 'string' ? error.message : undefined;
  } catch {
    return undefined;
  }
}

/** The field that marks the files of this command. Clients ignore it. */
const markName = 'generated_by';
const mark = 'discogen mock env';

/** Never replaces a file that something else has written. */
function writeKey(file: string, key: Readonly<Record<string, unknown>>, files: Effects['files']): void {
  if (files.stat(file) !== undefined && !isOwnKey(files.read(file)))
    throw new UsageError(`${file} exists, and discogen hasn't written it; choose another folder with --directory`);
  files.write(file, `${JSON.stringify({ [markName]: mark, ...key }, null, 2)}\n`, 0o600);
}

function isOwnKey(text: string): boolean {
  try {
    return (JSON.parse(text) as Readonly<Record<string, unknown>> | null)?.[markName] === mark;
  } catch {
    return false;
  }
}
