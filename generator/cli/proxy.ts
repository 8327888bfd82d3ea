/** `discogen proxy` */
import type { Effects } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import { type CommandInput, getValue, hasOption, type Status } from './command.js';
import { readPort } from './mock.js';
import type { ProxyDescription } from '../pipeline/run-proxy.js';
import { serveProxy } from './serve-proxy.js';

const defaultPort = 8788;

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const stopped = effects.waitForStop();
  const use = (proxy: ProxyDescription): Promise<Status> => {
    effects.stdout(hasOption(input, 'json') ? `${JSON.stringify(toResult(proxy, input))}\n` : formatProxy(proxy, input));
    return stopped.then(() => 0);
  };
  return serveProxy(input, { port: readPort(input) ?? defaultPort, isRun: false, use }, effects);
}

function toResult({ url, mode, hosts, trust }: ProxyDescription, input: CommandInput): object {
  const [target, record] = [getValue(input, 'target'), getValue(input, 'record')];
  return { url, mode, hosts, ...omitUndefined({ target, record, authority: trust?.authority }) };
}

function formatProxy({ url, hosts, only, trust }: ProxyDescription, input: CommandInput): string {
  const target = getValue(input, 'target');
  const lines = [`discogen proxy listening on ${url}`];
  if (target !== undefined) return `${lines.join('\n')}\ntarget: ${target}\n`;
  lines.push(`hosts: ${hosts.join(', ')}${only ? '; all others are rejected' : ''}`, `certificate authority: ${trust?.authority}`);
  return `${lines.join('\n')}\n`;
}
