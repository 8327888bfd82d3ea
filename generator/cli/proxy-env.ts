/** `discogen proxy env` */
import type { Effects } from '../lib/effects.js';
import { isObject, parseJson } from '../lib/json.js';
import { quote } from '../lib/diagnostics.js';
import { UsageError } from '../lib/usage-error.js';
import { descriptionPath } from '../../fidelity/proxy/proxy-server.js';
import { type CommandInput, getValue, hasOption, type Status } from './command.js';
import { formatVariables, variableFormats } from './format-variables.js';
import { describeProblem } from './mock-target.js';
import { readChoice } from './option-values.js';
import type { ProxyDescription } from '../pipeline/run-proxy.js';
import { buildProxyEnvironment } from './proxy-environment.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const format = readChoice(input, 'format', variableFormats) ?? 'shell';
  const text = getValue(input, 'url') ?? 'http://127.0.0.1:8788';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' || url.href !== `${url.origin}/`)
    throw new UsageError(`--url must be the address of a proxy, such as http://127.0.0.1:8788 (received ${quote(text)})`);
  const variables = buildProxyEnvironment(await readDescription(url.origin, effects), effects.environment);
  effects.stdout(formatVariables(variables, hasOption(input, 'json') ? 'json' : format));
  return 0;
}

async function readDescription(url: string, { httpGet }: Effects): Promise<ProxyDescription> {
  const advice = 'start one with `discogen proxy`, or choose another --url';
  const response = await httpGet(`${url}${descriptionPath}`).catch((error: unknown) => {
    throw new UsageError(`no proxy responds at ${url} (${describeProblem(error)}); ${advice}`, [], { cause: error });
  });
  const document = response.status === 200 ? parseJson(response.text) : undefined;
  if (!isObject(document) || document['trust'] === undefined) throw new UsageError(`${url} is not a forward proxy of discogen; ${advice}`);
  return document as unknown as ProxyDescription;
}
