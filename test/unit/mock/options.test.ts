/** Rejection of unknown options and invalid option values of a mock. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatDuration } from '../../../generator/cli/duration.js';
import { toOptionName } from '../../../generator/cli/shared-options.js';
import { type ChoiceOption, type NumberOption, optionTable } from '../../../mock/lib/option-table.js';
import { compose, createMockServer, ParameterError, type ListenOptions, type MockOptions } from '../../../mock/index.js';
import { compute, dns } from './fixtures.js';

it.each<[object, string]>([
  [{ operationDelays: 5 }, 'unknown option "operationDelays"; did you mean "operationDelay"?'],
  [{ toString: 5 }, 'unknown option "toString"; expected one of seed, auth, operationDelay'],
  [{ auth: true }, 'auth must be "off" or "on" (received the boolean true)'],
  [{ auth: 'On' }, 'auth must be "off" or "on" (received the string "On")'],
  [{ operationDelay: '5s' }, 'operationDelay must be a number of milliseconds, 0 or more (received the string "5s")'],
  [{ operationDelay: -1 }, '(received the number -1)'],
  [{ operationRetention: Infinity }, '(received the number Infinity)'],
  [{ handlerTimeout: 0 }, 'handlerTimeout must be a number of milliseconds, 1 or more (received the number 0)'],
  [{ now: 5 }, 'now must be a function that returns milliseconds since 1970 (received the number 5)'],
  [{ randomSeed: 0.5 }, 'randomSeed must be an integer, 0 or more (received the number 0.5)'],
  [{ maxBody: null }, 'maxBody must be a number of bytes, 0 or more (received null)'],
  [{ maxDepth: 0 }, 'maxDepth must be an integer from 1 to 10000 (received the number 0)'],
])('rejects %o', (options, message) => {
  const create = (): unknown => createMockServer(dns, options as MockOptions);
  expect(create).toThrow(ParameterError);
  expect(create).toThrow(message);
});

it('ignores an undefined option', () => {
  expect(() => createMockServer(dns, { auth: undefined, other: undefined } as object)).not.toThrow();
});

it('ignores an undefined option of a composed mock', async () => {
  const undefinedOptions = { ignored: undefined, seed: undefined, handlers: undefined, other: undefined } as object;
  const mock = compose(createMockServer(dns, undefinedOptions), createMockServer(compute, { ignored: 'all' }));
  expect(await mock.settings.get()).toEqual({ ignored: 'all' });
});

it.each<[object, string]>([
  [{ prot: 0 }, 'listen: unknown option "prot"; did you mean "port"?'],
  [{ backlog: 5 }, 'listen: unknown option "backlog"; expected one of port, host, allowedHosts, allowedOrigins, trustProxy, tls'],
  [{ port: '8787' }, 'listen: port must be an integer from 0 to 65535 (received the string "8787")'],
  [{ port: 65_536 }, 'listen: port must be an integer from 0 to 65535 (received the number 65536)'],
  [{ host: '' }, 'listen: host must be the name or the address of a host (received the string "")'],
  [{ trustProxy: 'yes' }, 'listen: trustProxy must be true, false, or an array of addresses (received the string "yes")'],
  [{ allowedHosts: 'a.example' }, 'listen: allowedHosts must be an array of host names (received the string "a.example")'],
])('rejects %o in listen', async (options, message) => {
  const error: unknown = await createMockServer(dns)
    .listen(options as ListenOptions)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ParameterError);
  expect((error as ParameterError).message).toBe(message);
});

it('rejects unknown settings of a session', () => {
  expect(() => createMockServer(dns).session('own', { ignore: 'all' } as object)).toThrow('unknown setting "ignore"; expected "ignored"');
});

describe('an option is documented with its default', () => {
  const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const comments = `${read('mock/types/limits.ts')}${read('mock/types/mock.ts').split('interface MockOptions')[1]}`.replace(
    /\s+(?:\* )?/g,
    ' ',
  );
  const limits = (read('docs/reference/control-routes.md').split('\n## Limits\n')[1] ?? '').split('\n');
  const formatDefault = (option: NumberOption | ChoiceOption): string => {
    if (option.type === 'choice') return `\`${option.default}\``;
    if (option.type === 'bytes') return `${option.default / 2 ** 20} MiB`;
    if (option.type === 'integer') return option.default.toLocaleString('en-US');
    return { '0s': '0', '30s': '30 seconds', '14d': '14 days' }[formatDuration(option.default)] ?? '';
  };

  it.each(Object.entries(optionTable))('%s', (name, option) => {
    const [, comment] = new RegExp(`/\\*\\* ((?:(?!\\*/).)*)\\*/ readonly ${name}\\?:`).exec(comments) ?? [];
    expect(comment).toMatch(new RegExp(`Default: ${formatDefault(option)}[.,]`));
    const lines = limits.filter((line) => line.includes(`\`--${toOptionName(name)}\``));
    expect(lines.filter((line) => !line.includes(formatDefault(option)))).toEqual([]);
  });
});
