/** `discogen mock run` */
import { join } from 'node:path';
import { adminTokenHeader } from '../../mock/shared.js';
import type { Effects } from '../lib/effects.js';
import { createFolderName } from '../lib/file-system.js';
import { type CommandInput, getValue, hasOption, type Status } from './command.js';
import { prepareClients } from './mock-target.js';
import { createTls, readHost, readPort, serveMock } from './mock.js';
import { readAdminToken } from './option-values.js';
import { runCommand } from './run-command.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const token = readAdminToken(input, effects);
  const headers = token === undefined ? {} : { [adminTokenHeader]: token };
  const folder = createFolderName(join(effects.cache, 'mock-run'), effects.files);
  const host = readHost(input);
  const tls = await createTls(input, host, effects);
  // Standard output belongs to the command.
  const printing = { ...effects, stdout: hasOption(input, 'quiet') ? () => undefined : effects.stderr };
  try {
    return await serveMock(
      input,
      {
        host,
        port: readPort(input) ?? 0,
        tls: tls?.settings,
        use: async (url, mock) => {
          const get = async (path: string): Promise<{ status: number; text: string }> => {
            const { status, body } = await mock.handle({ method: 'GET', url: `${url}${path}`, headers });
            return { status, text: body };
          };
          const variables = await prepareClients({ url, get, user: getValue(input, 'user'), folder, authority: tls?.settings.ca }, effects);
          return runCommand(input.commandLine, { ...effects.environment, ...variables }, effects);
        },
      },
      printing,
    );
  } finally {
    tls?.remove();
    effects.files.removeAll(folder);
  }
}
