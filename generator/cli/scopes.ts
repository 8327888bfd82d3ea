/** `discogen scopes` */
import { defaultConfig } from '../config/generate-options.js';
import { isPresent } from '../config/named-files.js';
import { escapeUnprintable } from '../lib/unprintable.js';
import type { Effects } from '../lib/effects.js';
import { formatCount } from '../lib/format-count.js';
import { groupBy } from '../lib/group-by.js';
import { UsageError } from '../lib/usage-error.js';
import { findScopes } from '../pipeline/find-scopes.js';
import type { Access, MethodAccess } from '../../fidelity/recordings/scopes.js';
import { type CommandInput, getValues, hasOption, type Status } from './command.js';
import { readCommonOptions } from './option-values.js';
import { printDiagnostics } from './print-diagnostics.js';
import { readJournal } from './read-journal.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const apis = getValues(input, 'api');
  if (apis.length === 0 && !hasOption(input, 'config') && !isPresent(defaultConfig, effects))
    throw new UsageError(`scopes requires --api NAME|FILE, because there is no ${defaultConfig}`);
  const isJournal = hasOption(input, 'url');
  if (isJournal === input.arguments.length > 0) throw new UsageError('scopes requires either RECORDING... or --url URL');
  const options = {
    ...readCommonOptions(input),
    apis,
    ...(isJournal && { journal: (await readJournal(input, effects)).map(({ request }) => request) }),
  };
  const { access, diagnostics } = await findScopes(input.arguments, options, effects);
  if (hasOption(input, 'json')) effects.stdout(`${JSON.stringify({ ...(access && toResult(access)), diagnostics })}\n`);
  else printDiagnostics(diagnostics, effects, { quiet: hasOption(input, 'quiet') });
  if (access === undefined) return 1;
  if (!hasOption(input, 'json')) effects.stdout(formatAccess(access));
  if (access.methods.length > 0) return 0;
  effects.stderr('discogen: no request calls a method of the APIs\n');
  return 1;
}

/** `null` means unknown. */
const toResult = ({ methods, ...others }: Access): object => ({
  methods: methods.map(({ scopes, permissions, ...method }) => ({
    ...method,
    scope: scopes[0] ?? null,
    scopes,
    permissions: permissions ?? null,
  })),
  ...others,
});

const unknown = 'unknown';
const formatList = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.map(escapeUnprintable).join(', '));

function formatAccess({ methods, scopes, permissions, unknownScopes, unknownPermissions, unmatched }: Access): string {
  const lines = [...groupBy(methods, ({ api }) => api)].flatMap(([api, own]) => [api, ...own.flatMap(formatMethod), '']);
  const summary = [
    ...formatSummary('minimal scopes', scopes, unknownScopes),
    ...formatSummary('permissions', permissions, unknownPermissions),
    ...(unmatched > 0 ? [`${formatCount(unmatched, 'request')} that no method of the APIs matches`] : []),
  ];
  return `${[...lines, ...summary].join('\n')}\n`;
}

const formatMethod = ({ method, calls, scopes: [scope], permissions }: MethodAccess): readonly string[] => [
  `  ${method}: ${formatCount(calls, 'call')}`,
  `    scope: ${scope ?? unknown}`,
  `    permissions: ${permissions === undefined ? unknown : formatList(permissions)}`,
];

function formatSummary(title: string, names: readonly string[], methods: readonly string[]): readonly string[] {
  const others = methods.length === 0 ? [] : [`  ${unknown} for ${formatCount(methods.length, 'method')}: ${methods.join(', ')}`];
  return [`${title}:`, ...names.map((name) => `  ${escapeUnprintable(name)}`), ...others];
}
