/** `discogen init` */
import { defaultConfig } from '../config/generate-options.js';
import { isPresent } from '../config/named-files.js';
import type { Effects } from '../lib/effects.js';
import { initProject, type InitOptions, type InitResult } from '../project/init-project.js';
import { type CommandInput, getValues, hasOption, type Status } from './command.js';
import { runtimeModes } from '../language/parts.js';
import { readChoice } from './option-values.js';
import { printProblems } from './print-diagnostics.js';
import { proposeSharedRuntime } from './propose-runtime.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const result = await initProject(await readOptions(input, effects), effects);
  if (hasOption(input, 'json')) effects.stdout(`${JSON.stringify(result)}\n`);
  else printResult(result, effects, hasOption(input, 'quiet'));
  if (result.kept.includes(defaultConfig) && hasOption(input, 'api') && !hasOption(input, 'quiet'))
    effects.stderr(`discogen: ${defaultConfig} exists, so no API was added; run \`discogen add ${getValues(input, 'api').join(' ')}\`\n`);
  if (result.status === 'failed') return 1;
  if (result.kept.includes(defaultConfig) && !hasOption(input, 'quiet')) proposeSharedRuntime(defaultConfig, effects);
  return 0;
}

/** Asks for what no option states, if there is a terminal. */
async function readOptions(input: CommandInput, { ask, ...effects }: Effects): Promise<InitOptions> {
  const asks = ask !== undefined && !hasOption(input, 'yes') && !hasOption(input, 'json');
  const confirm = async (question: string): Promise<boolean> => !asks || !/^\s*n/i.test(await ask(`${question} [Y/n] `));
  const hasConfig = isPresent(defaultConfig, effects);
  const apis = [...getValues(input, 'api')];
  if (asks && !hasConfig) while (apis.length === 0) apis.push(...splitWords(await ask('APIs, such as dns:v1, a file, or a URL: ')));
  const runtime = readChoice(input, 'runtime', runtimeModes);
  const shares = runtime === undefined && !hasConfig && apis.length > 1 && (await confirm('Share one package of the runtime?'));
  return {
    apis,
    runtime: runtime ?? (shares ? 'package' : 'inline'),
    samples: !hasOption(input, 'no-samples') && (await confirm('Create a sample seed and a test?')),
    workflow: !hasOption(input, 'no-ci') && (await confirm('Create a GitHub Actions workflow?')),
  };
}

const splitWords = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '');

function printResult(result: InitResult, effects: Effects, quiet: boolean): void {
  printProblems(result, effects);
  if (result.status === 'failed' || quiet) return;
  for (const outcome of ['created', 'changed', 'kept'] as const) for (const path of result[outcome]) effects.stdout(`${outcome} ${path}\n`);
  effects.stdout(`\nRun next:\n${result.next.map((command) => `  ${command}\n`).join('')}`);
}
