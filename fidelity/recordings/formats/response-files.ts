/** Reads files that contain one response body each, and have the method and the path of the request in their names. An option of the user. */
import { defineRecordingFormat, type FormatExchange, type RecordingFormat } from '../format.js';
import { isMethod } from '../message-parts.js';
import type { RecordingFile } from '../recording-file.js';

/** How the names of the files state the requests. */
export interface ResponseFilesOptions {
  /** The name of the format. Lower-case letters, digits, and hyphens, beginning with a letter. */
  readonly name: string;
  /**
   * Patterns for the ends of the files' paths, with `{path}` and optionally `{method}` (default: `GET`) and `{status}` (default: 200):
   * `['fixtures/{path}_{method}.json', 'fixtures/{path}.json']`. The first one that matches counts.
   */
  readonly files: readonly string[];
  /** The beginning of the URLs, to which the path is appended: `https://dns.googleapis.com/dns/v1/`. */
  readonly base: string;
  /** What stands for `/` in `{path}`. Default: `/`, so that the path consists of folders. */
  readonly separator?: string;
}

/** The methods whose requests need no body. */
const bodilessMethods = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/** Returns a format for the config key `formats`. Throws a `TypeError` for a pattern without `{path}`. */
export function defineResponseFiles(options: ResponseFilesOptions): RecordingFormat {
  const forms = options.files.map((pattern) => toForm(pattern, options.separator ?? '/'));
  const findNames = ({ path }: RecordingFile) =>
    forms.map((form) => form.exec(path.replaceAll('\\', '/'))?.groups).find((groups) => groups);
  return defineRecordingFormat({
    name: options.name,
    matches: (file) => findNames(file) !== undefined,
    read: (file) => readFile(file, findNames(file) ?? {}, options),
  });
}

function toForm(pattern: string, separator: string): RegExp {
  if (!pattern.includes('{path}')) throw new TypeError(`the pattern ${JSON.stringify(pattern)} must contain {path}`);
  const forms: Readonly<Record<string, string>> = {
    '{path}': `(?<path>${separator === '/' ? '.+' : '[^/]+'})`,
    '{method}': '(?<method>get|head|post|put|patch|delete|options)',
    '{status}': String.raw`(?<status>[1-5]\d\d)`,
  };
  const parts = pattern.split(/(\{(?:path|method|status)\})/);
  const text = parts.map((part) => forms[part] ?? part.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('');
  return new RegExp(`(?:^|/)${text}$`, 'i');
}

function readFile(
  file: RecordingFile,
  { path = '', method = 'GET', status = '200' }: Readonly<Record<string, string | undefined>>,
  { base, separator = '/' }: ResponseFilesOptions,
): readonly FormatExchange[] {
  const at = file.locate(0);
  if (isMethod(method) && !bodilessMethods.has(method.toUpperCase())) {
    file.skip('the recording does not contain the body of the request', at);
    return [];
  }
  const url = `${base.replace(/\/$/, '')}/${path.replaceAll(separator, '/').replace(/^\//, '')}`;
  const headers = file.path.endsWith('.json') ? { 'content-type': 'application/json' } : {};
  return [{ at, request: { method, url }, response: { at, status: Number(status), headers, body: file.text } }];
}
