/** The commands, in the order in which the help lists them. */
import type { Command, Option } from './command.js';

const quiet: Option = { name: 'quiet', text: 'print only results and errors' };
const json: Option = { name: 'json', text: 'print the result as one JSON document' };
const help: Option = { name: 'help', text: 'print this help' };
const config: Option = { name: 'config', value: 'FILE', text: 'config file (default: discogen.config.yaml)' };
const noOverlays: Option = { name: 'no-overlays', text: 'ignore overlays' };
const variable: Option = { name: 'var', value: 'NAME=VALUE', repeatable: true, text: 'set a variable of the specifications' };
const user: Option = {
  name: 'user',
  value: 'EMAIL',
  text: 'user of a token of the seed, whose service account key clients get (default: that of the first token)',
};
const adminToken: Option = {
  name: 'admin-token',
  value: 'TOKEN',
  text: 'token that all control routes except the health route require (default: the environment variable DISCOGEN_ADMIN_TOKEN)',
};
/** Options of all commands that start a mock. */
const mockOptions: readonly Option[] = [
  { name: 'host', value: 'HOST', text: 'address to listen on (default: 127.0.0.1)' },
  { name: 'handlers', value: 'FILE', repeatable: true, text: 'ES module whose default export maps method IDs to handlers' },
  { name: 'seed', value: 'FILE', repeatable: true, text: 'YAML or JSON seed document for the initial state' },
  {
    name: 'store',
    value: 'memory|DIR|URL',
    text: 'where the state is kept: in memory, or in a folder or a PostgreSQL database (postgres://USER@HOST/DATABASE) that processes share (default: memory)',
  },
  {
    name: 'store-namespace',
    value: 'NAME',
    text: 'name that separates the states of several mocks in one database (default: default)',
  },
  { name: 'auth', value: 'off|on', text: 'whether the mock checks credentials, scopes, and permissions (default: off)' },
  { name: 'operation-delay', value: 'DURATION', text: 'time from the acceptance of a change to its completion (default: 0s)' },
  { name: 'operation-retention', value: 'DURATION', text: 'how long the mock keeps a completed operation (default: 14d)' },
  {
    name: 'random-seed',
    value: 'N',
    text: 'seed of generated IDs and random faults; the same seed and requests produce the same ones (default: 1)',
  },
  { name: 'max-body', value: 'BYTES', text: 'maximum size of a request body (default: 10485760)' },
  { name: 'max-depth', value: 'N', text: 'maximum nesting depth of a JSON body (default: 100)' },
  { name: 'strict', text: 'reject a request with 501 if it contains a parameter, field, or header that the mock ignores' },
  {
    name: 'max-sessions',
    value: 'N',
    text: 'maximum number of sessions; a new one replaces the least recently used one (default: 1000)',
  },
  {
    name: 'journal',
    value: 'N',
    text: 'maximum number of journal entries per session; the oldest are dropped (default: 10000)',
  },
  {
    name: 'history',
    value: 'N',
    text: 'number of recent states that a session can be rewound to; the oldest are dropped (default: 1000)',
  },
  {
    name: 'allowed-hosts',
    value: 'HOSTS',
    repeatable: true,
    text: 'hosts that can use the control routes, in addition to loopback names; separated by commas; *.example.com matches all subdomains',
  },
  {
    name: 'allowed-origins',
    value: 'ORIGINS',
    repeatable: true,
    text: "origins whose pages can use the control routes, in addition to the mock's own; separated by commas",
  },
  adminToken,
  {
    name: 'trust-proxy',
    value: 'ADDRESSES',
    repeatable: true,
    text: 'proxies whose headers X-Forwarded-Proto, -Host, and -Prefix determine the address in links; IP addresses, networks (10.0.0.0/8), and loopback, separated by commas',
  },
  { name: 'tls', text: 'serve HTTPS with a certificate that is created at the start; needs the package node-forge' },
  {
    name: 'tls-ca',
    value: 'FILE',
    text: 'file for the certificate of the authority that signs it, which clients must trust (default: a temporary file)',
  },
  { name: 'tls-cert', value: 'FILE', text: 'serve HTTPS with this certificate (PEM)' },
  { name: 'tls-key', value: 'FILE', text: 'key of the certificate (PEM)' },
];

export const commands: readonly Command[] = [
  {
    name: 'generate',
    summary: 'generate packages for the APIs of the config file, or for the given files',
    usage: ['generate [options]', 'generate FILE... --out DIR [options]'],
    arguments: { name: 'FILE...', least: 0, most: Infinity },
    options: [
      config,
      { name: 'out', value: 'DIR', text: 'output folder; required with FILE' },
      { name: 'check', text: 'write nothing; list the files that differ, with exit status 1 if any do' },
      { name: 'watch', text: 'regenerate when a specification, an overlay, or the config file changes' },
      {
        name: 'only',
        value: 'PARTS',
        text: 'parts to generate, separated by commas: types, client, validators, mock, docs; parts that they need are added',
      },
      {
        name: 'methods',
        value: 'PATTERN',
        repeatable: true,
        text: 'generate only methods whose IDs match, such as compute.instances.*, and the schemas that they use; an API that no pattern names keeps all methods',
      },
      {
        name: 'runtime',
        value: 'KIND',
        text: 'inline: each package contains the runtime; package: packages depend on a package of the runtime (default: inline)',
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
    summary: 'check specifications, overlays, and Discovery documents',
    usage: ['lint FILE... [options]'],
    arguments: { name: 'FILE...', least: 1, most: Infinity },
    options: [
      { name: 'rules', text: 'also list every rule with its location and source' },
      { name: 'assumptions', text: 'also list every assumption with its reason' },
      {
        name: 'format',
        value: 'FORMAT',
        text: 'text, json, sarif (SARIF 2.1.0), or github (annotations of a pull request) (default: text)',
      },
      { name: 'severity', value: 'NAME=LEVEL', repeatable: true, text: 'set the severity of a diagnostic: off, warning, or error' },
      { name: 'max-warnings', value: 'N', text: 'exit with status 1 if there are more warnings than N (default: no limit)' },
      quiet,
      json,
      help,
    ],
    examples: [
      'lint specs/dns.v1.yaml specs/overlays/dns.v1.yaml',
      'lint specs/compute.v1.yaml --rules',
      'lint specs/dns.v1.yaml --severity missing-source=error --format sarif',
    ],
    load: () => import('./lint.js'),
  },
  {
    name: 'export',
    summary: 'print the resolved description of an API as one JSON document',
    usage: ['export API --to FORMAT [options]'],
    arguments: { name: 'API', least: 1, most: 1 },
    options: [{ name: 'to', value: 'FORMAT', text: 'discovery, openapi, or json-schema' }, config, noOverlays, variable, quiet, json, help],
    examples: ['export dns --to openapi', 'export specs/dns.v1.yaml --to discovery'],
    load: () => import('./export.js'),
  },
  {
    name: 'diff',
    summary: 'list the changes between two versions of an API, and whether they are breaking',
    usage: ['diff OLD NEW [options]'],
    arguments: { name: 'OLD NEW', least: 2, most: 2 },
    options: [
      { name: 'format', value: 'FORMAT', text: 'text, json, or markdown (a changelog) (default: text)' },
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
      {
        name: 'workers',
        value: 'N',
        text: 'number of processes that serve the port with one state, up to 64; without --store, more than one needs the package lmdb (default: 1)',
      },
      ...mockOptions,
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
  {
    name: 'mock run',
    summary: 'run a command whose clients use a mock, and end with its status',
    usage: ['mock run [API|FILE ...] [options] -- COMMAND [ARGS...]'],
    arguments: { name: 'API|FILE ...', least: 0, most: Infinity },
    commandLine: 'COMMAND [ARGS...]',
    options: [
      { name: 'port', value: 'N', text: 'port of the mock (default: a free one)' },
      user,
      ...mockOptions,
      config,
      noOverlays,
      variable,
      { name: 'quiet', text: 'print only errors' },
      { name: 'json', text: 'print the address of the mock as one JSON document on standard error' },
      help,
    ],
    examples: ['mock run -- node app.js', 'mock run dns --seed seed.yaml -- gcloud dns managed-zones list --project=p'],
    load: () => import('./mock-run.js'),
  },
  {
    name: 'mock env',
    summary: 'print the environment variables with which clients find a running mock',
    usage: ['mock env [options]'],
    arguments: { name: 'nothing', least: 0, most: 0 },
    options: [
      { name: 'url', value: 'URL', text: 'address of the mock (default: http://127.0.0.1:8787)' },
      { name: 'format', value: 'FORMAT', text: 'shell (POSIX), dotenv, or json (default: shell)' },
      user,
      {
        name: 'directory',
        value: 'DIR',
        text: "folder for the service account key and the settings of gcloud (default: in the user's cache folder)",
      },
      adminToken,
      { name: 'tls-ca', value: 'FILE', text: 'certificate of the authority that clients of a mock with --tls must trust' },
      quiet,
      { name: 'json', text: 'print JSON: --format json' },
      help,
    ],
    examples: ['mock env', 'mock env --url http://127.0.0.1:9000 --format dotenv'],
    load: () => import('./mock-env.js'),
  },
];
