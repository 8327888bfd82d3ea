/** `discogen learn` */
import { join } from 'node:path';
import { defaultConfig } from '../config/generate-options.js';
import { isPresent } from '../config/named-files.js';
import type { Effects } from '../lib/effects.js';
import { type Diagnostic, hasErrors, quote } from '../lib/diagnostics.js';
import { escapeUnprintable } from '../lib/unprintable.js';
import { formatCount } from '../lib/format-count.js';
import { omitUndefined } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';
import type { LearnedProtosApi, LearnProtosOptions } from '../pipeline/learn-protos.js';
import { checkLearned, type LearnedApi, learnRecordings } from '../pipeline/learn-recordings.js';
import { isProtoOverlay } from '../protos/format-overlay.js';
import { recordedStates } from '../pipeline/replay-mocks.js';
import { isLearnedOverlay } from '../../fidelity/learn/format-overlay.js';
import { type CommandInput, getValue, getValues, hasOption, type Status } from './command.js';
import { readChoice, readCommonOptions } from './option-values.js';
import { findOutput, type Replaceable, writeOutput } from '../lib/output-file.js';
import { printDiagnostics } from './print-diagnostics.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const apis = getValues(input, 'api');
  if (apis.length === 0 && !hasOption(input, 'config') && !isPresent(defaultConfig, effects))
    throw new UsageError(`learn requires --api NAME|FILE, because there is no ${defaultConfig}`);
  const options = { ...readCommonOptions(input), apis, ...omitUndefined({ state: readChoice(input, 'state', recordedStates) }) };
  const protos = getValue(input, 'protos');
  if (protos !== undefined) return runProtos(protos, { ...readCommonOptions(input), apis }, { input, effects });
  if (input.arguments.length === 0) throw new UsageError('learn requires RECORDING..., or --protos DIR|PACKAGE');
  const overlay = getValue(input, 'check');
  if (overlay !== undefined) {
    const problems = await checkLearned(input.arguments, { ...options, overlay }, effects);
    report({ diagnostics: problems }, input, effects);
    return problems.some(({ code }) => code === 'contradicted-entry') || hasErrors(problems) ? 1 : 0;
  }
  const { learned, diagnostics } = await learnRecordings(input.arguments, options, effects);
  report({ learned, diagnostics }, input, effects);
  if (hasErrors(diagnostics)) return 1;
  if (learned.length === 0) {
    effects.stderr(`discogen: no recording contains a call of ${apis.length === 0 ? 'a configured' : 'the'} API\n`);
    return 1;
  }
  writeOverlays(learned, { input, effects }, { replaceable: learnedOverlay, describe });
  return 0;
}

interface RunContext {
  readonly input: CommandInput;
  readonly effects: Effects;
}

async function runProtos(protos: string, options: Omit<LearnProtosOptions, 'protos'>, context: RunContext): Promise<Status> {
  const { input, effects } = context;
  if (input.arguments.length > 0) throw new UsageError(`learn --protos takes no recordings (received ${quote(input.arguments[0] ?? '')})`);
  for (const name of ['check', 'state']) if (hasOption(input, name)) throw new UsageError(`--${name} requires recordings, not --protos`);
  const { learnFromProtos } = await import('../pipeline/learn-protos.js');
  const { learned, diagnostics } = learnFromProtos({ ...options, protos }, effects);
  report({ learned, diagnostics }, input, effects);
  if (hasErrors(diagnostics)) return 1;
  if (learned.length === 0) {
    effects.stderr(`discogen: ${protos} contains no definition of the API\n`);
    return 1;
  }
  writeOverlays(learned, context, { replaceable: protoOverlay, describe: describeProtos });
  return 0;
}

interface LearnedOverlay {
  readonly name: string;
  readonly version: string;
  readonly overlay: string;
}

/** Writes each overlay, or prints it, and describes it on standard error. */
function writeOverlays<T extends LearnedOverlay>(
  learned: readonly T[],
  { input, effects }: RunContext,
  { replaceable, describe: describeApi }: { readonly replaceable: Replaceable; readonly describe: (api: T) => string },
): void {
  const out = getValue(input, 'out');
  const outputs = learned.map((api) => {
    const file = out === undefined || learned.length === 1 ? out : join(out, `${api.name}.${api.version}.yaml`);
    return { api, output: file === undefined ? undefined : findOutput({ option: '--out', file, replaceable }, effects) };
  });
  for (const { api, output } of outputs) {
    if (output !== undefined) writeOutput(output, api.overlay, effects);
    else if (!hasOption(input, 'json')) effects.stdout(api.overlay);
    if (!hasOption(input, 'quiet')) effects.stderr(`discogen: ${describeApi(api)}\n`);
  }
}

function report(
  result: { readonly diagnostics: readonly Diagnostic[]; readonly learned?: readonly LearnedOverlay[] },
  input: CommandInput,
  effects: Effects,
): void {
  if (hasOption(input, 'json')) effects.stdout(`${escapeUnprintable(JSON.stringify(result))}\n`);
  else printDiagnostics(result.diagnostics, effects, { quiet: hasOption(input, 'quiet') });
}

const protoOverlay: Replaceable = {
  name: 'an overlay from protobuf definitions',
  matches: (path, files) => isProtoOverlay(files.read(path)),
};
const learnedOverlay: Replaceable = { name: 'a learned overlay', matches: (path, files) => isLearnedOverlay(files.read(path)) };

const describe = ({ name, version, proposals, questions, alreadySo, scenarios }: LearnedApi): string =>
  `${name} ${version}: ${formatEntries(proposals)} from ${formatCount(scenarios, 'scenario')}; ${formatCount(questions, 'question')}; already so: ${alreadySo}`;

const describeProtos = ({ name, version, proposals, alreadySo, methods, matchedMethods, disagreements }: LearnedProtosApi): string =>
  `${name} ${version}: ${formatEntries(proposals)}; ${matchedMethods} of ${formatCount(methods, 'method')} with a definition; ${formatCount(disagreements.length, 'disagreement')}; already so: ${alreadySo}`;

const formatEntries = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`);
