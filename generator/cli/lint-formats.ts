/** Formats diagnostics for other tools. */
import { formatMessage, getCodePage, listDiagnosticDefinitions, type Diagnostic, type Location } from '../lib/diagnostics.js';
import { toRelativePage } from './print-diagnostics.js';

/** A SARIF 2.1.0 log. `cwd`: the folder to which the paths of pages are relative. */
export function toSarif(diagnostics: readonly Diagnostic[], cwd: string): object {
  const definitions = listDiagnosticDefinitions();
  const index = new Map(definitions.map(({ code }, at) => [code, at]));
  const rules = definitions.map(({ code, severity, template }) => ({
    id: code,
    shortDescription: { text: template },
    help: { text: toRelativePage(getCodePage(code), cwd) },
    defaultConfiguration: { level: severity },
  }));
  const results = diagnostics.map((diagnostic) => ({
    ruleId: diagnostic.code,
    ruleIndex: index.get(diagnostic.code) ?? -1,
    level: diagnostic.severity,
    message: { text: formatMessage(diagnostic) },
    locations: [toSarifLocation(diagnostic)],
    properties: { page: toRelativePage(diagnostic.page, cwd) },
  }));
  return createSarifLog(rules, results);
}

/** Creates a SARIF 2.1.0 log with one run: https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export const createSarifLog = (rules: readonly object[], results: readonly object[]): object => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [{ tool: { driver: { name: 'discogen', rules } }, columnKind: 'utf16CodeUnits', results }],
});

export const toSarifLocation = ({ file, line, column }: Location): object => ({
  physicalLocation: { artifactLocation: { uri: toUri(file) }, region: { startLine: line, startColumn: column } },
});

/** Formats workflow commands that GitHub Actions turns into annotations, one per line. */
export function toGithub(diagnostics: readonly Diagnostic[], cwd: string): string {
  return diagnostics.map((diagnostic) => `${formatAnnotation(diagnostic, cwd)}\n`).join('');
}

function formatAnnotation(diagnostic: Diagnostic, cwd: string): string {
  const { severity, file, line, column, code } = diagnostic;
  const properties = Object.entries({ file, line, col: column, title: code }).map(
    ([name, value]) => `${name}=${escapeProperty(String(value))}`,
  );
  return `::${severity} ${properties.join(',')}::${escapeData(`${formatMessage(diagnostic)} (see ${toRelativePage(diagnostic.page, cwd)})`)}`;
}

export const escapeData = (text: string): string => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
export const escapeProperty = (text: string): string => escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Converts a path to a URI reference. A relative path stays relative. */
function toUri(path: string): string {
  const escaped = path.replaceAll('\\', '/').replace(loneSurrogate, '\ufffd').split('/').map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return `file://${escaped}`;
  return /^[A-Za-z]:/.test(path) ? `file:///${escaped.replace('%3A', ':')}` : escaped;
}
