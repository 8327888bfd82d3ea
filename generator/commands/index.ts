/** The commands, in the order in which the help lists them. */
import type { Command, Option } from './command.js';

const quiet: Option = { name: 'quiet', text: 'print only results and errors' };
const json: Option = { name: 'json', text: 'print the result as one JSON document' };
const help: Option = { name: 'help', text: 'print this help' };
const config: Option = { name: 'config', value: 'FILE', text: 'the config (default: discogen.config.yaml)' };
const noOverlays: Option = { name: 'no-overlays', text: 'ignore overlays' };
const variable: Option = { name: 'var', value: 'NAME=VALUE', repeatable: true, text: 'set a variable of the specifications' };

export const commands: readonly Command[] = [
  {
    name: 'generate',
    summary: 'write the packages of the configured specifications, or of the named files',
    usage: ['generate [options]', 'generate FILE... --out DIR [options]'],
    arguments: { name: 'FILE...', least: 0, most: Infinity },
    options: [
      config,
      { name: 'out', value: 'DIR', text: 'folder of the packages; required with FILE' },
      { name: 'check', text: 'write nothing; list the files that differ, with exit status 1 if any do' },
      { name: 'watch', text: 'regenerate when a specification, an overlay, or the config changes' },
      {
        name: 'only',
        value: 'PARTS',
        text: 'parts to generate, with the parts they need: types, client, validators, mock, docs, separated by commas',
      },
      {
        name: 'methods',
        value: 'PATTERN',
        repeatable: true,
        text: 'keep only the methods whose ids match (compute.instances.*), and the schemas they reach; other APIs keep all methods',
      },
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
    name: 'lint',
    summary: 'check specifications, overlays and published documents',
    usage: ['lint FILE... [options]'],
    arguments: { name: 'FILE...', least: 1, most: Infinity },
    options: [
      { name: 'rules', text: 'also list every rule, with its place and its source' },
      { name: 'assumptions', text: 'also list every assumption, with its reason' },
      { name: 'format', value: 'FORMAT', text: 'text, json, sarif (SARIF 2.1.0) or github, annotations of a pull request (default: text)' },
      { name: 'rule', value: 'NAME=LEVEL', repeatable: true, text: 'report a diagnostic as off, warning, or error' },
      { name: 'max-warnings', value: 'N', text: 'exit status 1 if there are more warnings (default: any number is allowed)' },
      quiet,
      json,
      help,
    ],
    examples: [
      'lint specs/dns.v1.yaml specs/overlays/dns.v1.yaml',
      'lint specs/compute.v1.yaml --rules',
      'lint specs/dns.v1.yaml --rule missing-source=error --format sarif',
    ],
    load: () => import('./lint.js'),
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
  {
    name: 'diff',
    summary: 'list the changes between two versions of a specification, and whether they are breaking',
    usage: ['diff OLD NEW [options]'],
    arguments: { name: 'OLD NEW', least: 2, most: 2 },
    options: [
      { name: 'format', value: 'FORMAT', text: 'text, json or markdown, a changelog (default: text)' },
      config,
      noOverlays,
      variable,
      quiet,
      json,
      help,
    ],
    examples: ['diff old/dns.v1.yaml specs/dns.v1.yaml', 'diff v1.json v2.json --format markdown'],
    load: () => import('./diff.js'),
  },
  {
    name: 'mock',
    summary: 'serve the mocks of APIs on one port',
    usage: ['mock [API|FILE ...] [options]'],
    arguments: { name: 'API|FILE ...', least: 0, most: Infinity },
    options: [
      { name: 'port', value: 'N', text: 'port; 0 picks a free one (default: 8787)' },
      { name: 'host', value: 'HOST', text: 'address to listen on (default: 127.0.0.1)' },
      { name: 'handlers', value: 'FILE', repeatable: true, text: 'ES module whose default export maps method ids to handlers' },
      { name: 'seed', value: 'FILE', repeatable: true, text: 'YAML or JSON seed document for the initial state' },
      { name: 'auth', value: 'off|on', text: 'whether credentials, scopes and permissions are enforced (default: off)' },
      { name: 'operation-delay', value: 'DURATION', text: 'time from the acceptance of a change to its completion (default: 0s)' },
      { name: 'operation-retention', value: 'DURATION', text: 'time that a completed operation is kept (default: 14d)' },
      { name: 'random-seed', value: 'N', text: 'the same number generates the same ids' },
      { name: 'max-body', value: 'BYTES', text: 'largest request body (default: 10485760)' },
      { name: 'max-depth', value: 'N', text: 'deepest nesting of a JSON body (default: 100)' },
      { name: 'strict', text: 'reject a request with 501 that carries a parameter, field, or header the mock ignores' },
      {
        name: 'max-sessions',
        value: 'N',
        text: 'maximum number of sessions; a new one replaces the least recently used one (default: 1000)',
      },
      { name: 'max-journal-entries', value: 'N', text: 'maximum number of journal entries per session; the oldest are dropped (default: 10000)' },
      {
        name: 'allowed-hosts',
        value: 'HOSTS',
        repeatable: true,
        text: 'hosts that can use the admin routes, in addition to loopback names; separated by commas; *.example.com matches all subdomains',
      },
      {
        name: 'allowed-origins',
        value: 'ORIGINS',
        repeatable: true,
        text: "origins whose pages can use the admin routes, in addition to the mock's own; separated by commas",
      },
      { name: 'trust-proxy', text: 'build selfLinks from the headers X-Forwarded-Proto and X-Forwarded-Host of a proxy' },
      config,
      noOverlays,
      variable,
      quiet,
      json,
      help,
    ],
    examples: ['mock', 'mock dns --port 0', 'mock discovery.json --seed seed.yaml'],
    load: () => import('./mock.js'),
  },
];
