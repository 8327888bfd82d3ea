/** `discogen mock env` */
import { join, resolve } from 'node:path';
import { adminTokenHeader } from '../../mock/shared.js';
import { readRequiredFile } from '../config/named-files.js';
import type { Effects, HttpGetOptions, HttpText } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';
import { type CommandInput, getValue, hasOption, type Status } from './command.js';
import { formatVariables, variableFormats } from './format-variables.js';
import { describeProblem, prepareClients, readMockUrl } from './mock-target.js';
import { readAdminToken, readChoice } from './option-values.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const format = readChoice(input, 'format', variableFormats) ?? 'shell';
  const url = readMockUrl(getValue(input, 'url') ?? 'http://127.0.0.1:8787');
  const token = readAdminToken(input, effects);
  const authorityFile = getValue(input, 'tls-ca');
  const authority = authorityFile === undefined ? undefined : readRequiredFile(authorityFile, effects);
  const access = omitUndefined({ headers: token === undefined ? undefined : { [adminTokenHeader]: token }, certificates: authority?.text });
  const variables = await prepareClients(
    {
      url,
      get: createGet(url, access, effects),
      user: getValue(input, 'user'),
      authority: authority && resolve(effects.cwd, authority.path),
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

function createGet(url: string, options: HttpGetOptions, { httpGet }: Effects): (path: string) => Promise<HttpText> {
  return async (path) => {
    try {
      return await httpGet(`${url}${path}`, options);
    } catch (error) {
      const problem = describeProblem(error);
      const advice = trustProblems.test(problem)
        ? 'pass the certificate of its authority: --tls-ca FILE'
        : 'start one with `discogen mock`, or choose another --url';
      throw new UsageError(`no mock responds at ${url} (${problem}); ${advice}`, [], { cause: error });
    }
  };
}

/** The codes of errors for certificates that no known authority has signed. */
const trustProblems = /^(?:SELF_SIGNED_CERT|DEPTH_ZERO|UNABLE_TO_(?:GET|VERIFY))/;
