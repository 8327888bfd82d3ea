/** `discogen proxy run` */
import type { Effects } from '../lib/effects.js';
import { UsageError } from '../lib/usage-error.js';
import { type CommandInput, hasOption, type Status } from './command.js';
import { readPort } from './mock.js';
import { buildProxyEnvironment } from './proxy-environment.js';
import { runCommand } from './run-command.js';
import { serveProxy } from './serve-proxy.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  if (hasOption(input, 'target')) throw new UsageError('proxy run starts a forward proxy; for --target, use `discogen proxy`');
  return serveProxy(
    input,
    {
      port: readPort(input) ?? 0,
      isRun: true,
      use: (proxy) => {
        const variables = buildProxyEnvironment(proxy, effects.environment);
        return runCommand(input.commandLine, { ...effects.environment, ...variables }, effects);
      },
    },
    effects,
  );
}
