/** Options that several commands have. */
import { optionTable } from '../../mock/lib/option-table.js';
import type { Option } from './command.js';
import { formatDuration } from './duration.js';

export const quiet: Option = { name: 'quiet', text: 'print only results and errors' };
export const help: Option = { name: 'help', text: 'print this help' };
/** Options of all commands. */
export const commonOptions: readonly Option[] = [quiet, { name: 'json', text: 'print the result as one JSON document' }, help];
export const config: Option = { name: 'config', value: 'FILE', text: 'config file (default: discogen.config.yaml)' };
export const noOverlays: Option = { name: 'no-overlays', text: 'ignore overlays' };
export const noServices: Option = { name: 'no-services', text: 'leave out the service modules that come with discogen' };
export const variable: Option = { name: 'var', value: 'NAME=VALUE', repeatable: true, text: 'set a variable of the specifications' };
/** Options of all commands that read specifications. */
export const configOptions: readonly Option[] = [config, noOverlays, noServices, variable];
export const user: Option = {
  name: 'user',
  value: 'EMAIL',
  text: 'user of the service account key that clients get; a token in the seed must have this user (default: the user of the first token in alphabetical order)',
};
export const adminToken: Option = {
  name: 'admin-token',
  value: 'TOKEN',
  text: 'token that all control routes except the health route require (default: the environment variable DISCOGEN_ADMIN_TOKEN)',
};
/** Returns the name of the option of commands for one of `createMock`: `max-body`. */
export const toOptionName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const placeholders = { bytes: 'BYTES', duration: 'DURATION', integer: 'N' } as const;

/** Describes an option of `createMock` that is also an option of commands. */
function describeMockOption(name: keyof typeof optionTable): Option {
  const option = optionTable[name];
  const value = option.type === 'choice' ? option.values.join('|') : placeholders[option.type];
  const initial = option.type === 'duration' ? formatDuration(option.default) : option.default;
  return { name: toOptionName(name), value, text: `${option.text} (default: ${initial})` };
}

/** Options of all commands that start a mock. */
export const mockOptions: readonly Option[] = [
  { name: 'host', value: 'HOST', text: 'address to listen on (default: 127.0.0.1)' },
  { name: 'handlers', value: 'FILE', repeatable: true, text: 'ES module whose default export maps method IDs to handlers' },
  describeMockOption('handlerTimeout'),
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
  ...(
    [
      'auth',
      'operationDelay',
      'operationRetention',
      'randomSeed',
      'maxBody',
      'maxBodies',
      'maxUploads',
      'maxDepth',
      'ignored',
      'maxSessions',
      'journal',
      'maxJournalBytes',
      'history',
      'maxHistoryBytes',
    ] as const
  ).map(describeMockOption),
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
  {
    name: 'deliver',
    value: 'HOSTS',
    repeatable: true,
    text: 'hosts to which the mock sends requests in place of the service, such as pushed messages and due tasks: localhost for all ports, or localhost:3000; separated by commas (default: none)',
  },
  { name: 'tls', text: 'serve HTTPS with a certificate that is created at the start; needs the package node-forge' },
  {
    name: 'tls-ca',
    value: 'FILE',
    text: 'file to which --tls writes the certificate of its authority, which clients must trust (default: a temporary file)',
  },
  { name: 'tls-cert', value: 'FILE', text: 'serve HTTPS with this certificate (PEM)' },
  { name: 'tls-key', value: 'FILE', text: 'key of the certificate (PEM)' },
];

/** Options of the commands that start a proxy. */
export const proxyOptions: readonly Option[] = [
  { name: 'mock', text: 'respond with a mock of the APIs in place of the services' },
  { name: 'record', value: 'TAPE', text: 'write the traffic of the APIs, without secrets, to this file' },
  { name: 'shadow', text: 'also send each request to a mock, and report how its responses differ from those of the services' },
  {
    name: 'report',
    value: 'FILE',
    text: 'file for the report of --shadow; its extension selects the format: .html, .json, .sarif, or text',
  },
  { name: 'accepted', value: 'FILE', text: 'file of accepted differences for --shadow (default: verify.accepted.yaml, if it exists)' },
  {
    name: 'redact',
    value: 'PATTERN',
    repeatable: true,
    text: 'also replace text that matches this RE2 expression, such as names of customers',
  },
  {
    name: 'redact-key',
    value: 'FILE',
    text: 'file with a key of at least 16 bytes; the same key gives the same replacements on several tapes (default: a random key, which is not stored)',
  },
  {
    name: 'binary',
    value: 'keep|omit',
    text: 'whether the tape contains binary bodies, such as archives, in which secrets cannot be found (default: keep)',
  },
  { name: 'only', text: 'reject connections to hosts other than those of the APIs' },
  {
    name: 'hosts',
    value: 'HOSTS',
    repeatable: true,
    text: 'further hosts of the APIs, such as api.example.com or localhost:8443, separated by commas; *.example.com matches all subdomains',
  },
  {
    name: 'allow',
    value: 'ADDRESSES',
    repeatable: true,
    text: 'loopback, link-local, or private hosts, IP addresses, or networks (10.0.0.0/8) to which connections are allowed, separated by commas',
  },
  {
    name: 'host',
    value: 'HOST',
    text: 'address to listen on; any address other than a loopback one implies --only (default: 127.0.0.1)',
  },
  {
    name: 'max-body',
    value: 'BYTES',
    text: `maximum size of a body on the tape, and of the body of a request to the mock (default: 16777216, and ${optionTable.maxBody.default} for the mock)`,
  },
  ...['seed', 'auth', 'operation-delay', 'random-seed', 'handlers', 'handler-timeout', 'ignored'].map(
    (name) => ({ ...mockOptions.find((option) => option.name === name), name }) as Option,
  ),
  user,
];

/** What existed before a recording. */
export const recordedState: Option = {
  name: 'state',
  value: 'inferred|none',
  text: 'what existed before each scenario: what its responses show, which is reported as assumed, or nothing (default: inferred)',
};
