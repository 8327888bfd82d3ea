/** The commands, in the order in which the help lists them. */
import type { Command, Option } from './command.js';

const quiet: Option = { name: 'quiet', text: 'print results and errors alone' };
const json: Option = { name: 'json', text: 'print the result as one JSON document' };
const help: Option = { name: 'help', text: 'print this' };
const config: Option = { name: 'config', value: 'FILE', text: 'the config (default: discogen.config.yaml)' };
const noOverlays: Option = { name: 'no-overlays', text: 'take specifications as they are, without what completes them' };
const variable: Option = { name: 'var', value: 'NAME=VALUE', repeatable: true, text: 'set a variable of the specifications' };

export const commands: readonly Command[] = [
  {
    name: 'generate',
    summary: 'write the packages of the configured specifications, or of the named files',
    usage: ['generate [options]', 'generate FILE... --out DIR [options]'],
    arguments: { name: 'FILE...', least: 0, most: Infinity },
    options: [
      config,
      { name: 'out', value: 'DIR', text: 'folder of the packages; needed with FILE' },
      { name: 'check', text: 'write nothing; list the files that differ, with exit status 1 if any do' },
      { name: 'only', value: 'PARTS', text: 'some of types, client, validators, mock, docs, separated by commas, with what they need' },
      noOverlays,
      variable,
      quiet,
      json,
      help,
    ],
    examples: ['generate', 'generate --check', 'generate discovery.json --out packages'],
    load: () => import('./generate.js'),
  },
  {
    name: 'export',
    summary: 'print the resolved description of an API as one JSON document',
    usage: ['export API --to FORMAT [options]'],
    arguments: { name: 'API', least: 1, most: 1 },
    options: [{ name: 'to', value: 'FORMAT', text: 'discovery, openapi or json-schema' }, config, noOverlays, variable, quiet, json, help],
    examples: ['export dns --to openapi', 'export specs/dns.v1.yaml --to discovery'],
    load: () => import('./export.js'),
  },
];
