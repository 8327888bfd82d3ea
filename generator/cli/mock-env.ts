/** `discogen mock env` */
import { join, resolve } from 'node:path';
import { adminTokenHeader } from '../../templates/runtime/mock/lib/admin-token.js';
import type { Effects, HttpText } from '../lib/effects.js';
import { quote } from '../lib/diagnostics.js';
import { UsageError } from '../lib/usage-error.js';
import { type CommandInput, getValue, hasOption, type Status } from './command.js';
import { formatVariables, variableFormats } from './format-variables.js';
import { prepareClients } from './mock-target.js';
import { readAdminToken, readChoice } from './option-values.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const format = readChoice(input, 'format', variableFormats) ?? 'shell';
  const url = readUrl(input);
  const variables = await prepareClients(
    {
      url,
      get: createGet(url, { token: readAdminToken(input, effects) }, effects),
      user: getValue(input, 'user'),
      folder: resolve(
        effects.cwd,
        getValue(input, 'directory') ?? join(effects.cache, 'mock-env', new URL(url).host.replaceAll(/\W+/g, '-')),
      ),
    },
    effects,
  );
  effects.stdout(formatVariables(variables, hasOption(input, 'json') ? 'json' : format));
  return 0;
}

function readUrl(input: CommandInput): string {
  const text = getValue(input, 'url') ?? 'http://127.0.0.1:8787';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new UsageError(`--url must be the address of a mock, such as http://127.0.0.1:8787 (received ${quote(text)})`);
  return url.origin;
}

interface Access {
  readonly token: string | undefined;
}

function createGet(url: string, { token }: Access, { httpGet }: Effects): (path: string) => Promise<HttpText> {
  return async (path) => {
    try {
      return await httpGet(`${url}${path}`, token === undefined ? {} : { headers: { [adminTokenHeader]: token } });
    } catch (error) {
      throw new UsageError(
        `no mock responds at ${url} (${describeProblem(error)}); start one with \`discogen mock\`, or choose another --url`,
        [],
        {
          cause: error,
        },
      );
    }
  };
}

const describeProblem = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error);
