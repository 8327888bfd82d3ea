/** Formats environment variables so that a program that reads them gets exactly their values. */
import { UsageError } from '../lib/usage-error.js';

export const variableFormats = ['shell', 'dotenv', 'json'] as const;
export type VariableFormat = (typeof variableFormats)[number];

export type EnvironmentVariables = Readonly<Record<string, string>>;

export function formatVariables(variables: EnvironmentVariables, format: VariableFormat): string {
  if (format === 'json') return `${JSON.stringify(variables, null, 2)}\n`;
  const formatLine = format === 'shell' ? formatShellLine : formatDotenvLine;
  return Object.entries(variables)
    .map(([name, value]) => `${formatLine(name, value)}\n`)
    .join('');
}

/** For POSIX shells, where nothing in single quotes has a meaning. */
const formatShellLine = (name: string, value: string): string => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`;

/** Values that need no quotes, which some readers keep as a part of the value. */
const plainValue = /^[\w./:@%+,=-]+$/;

/** Readers of such files have no escapes in common, so the value selects the quotation marks. */
function formatDotenvLine(name: string, value: string): string {
  if (plainValue.test(value)) return `${name}=${value}`;
  const mark = /[\0\r]/.test(value) ? undefined : ["'", '"', '`'].find((candidate) => !value.includes(candidate));
  // Between double quotes, readers expand variables and escapes.
  if (mark === undefined || (mark === '"' && /[\\$`]/.test(value)))
    throw new UsageError(`the value of ${name} can't be written in the format dotenv (${JSON.stringify(value)}); use shell or json`);
  return `${name}=${mark}${value}${mark}`;
}
