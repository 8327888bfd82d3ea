/** Findings in the forms that tools read. */
import { listDiagnosticDefinitions, type Diagnostic, quote } from '../diagnostics.js';

const levels = { error: 'error', warning: 'warning' } as const;

/** A SARIF 2.1.0 log: https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export function toSarif(diagnostics: readonly Diagnostic[]): object {
  const findings = listDiagnosticDefinitions();
  const index = new Map(findings.map(({ code }, at) => [code, at]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'discogen',
            rules: findings.map(({ code, severity, form }) => ({
              id: code,
              shortDescription: { text: form },
              defaultConfiguration: { level: levels[severity] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((found) => ({
          ruleId: found.code,
          ruleIndex: index.get(found.code) ?? -1,
          level: levels[found.severity],
          message: { text: messageOf(found) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(found.file) },
                region: { startLine: found.line, startColumn: found.column },
              },
            },
          ],
        })),
      },
    ],
  };
}

/** Commands that GitHub Actions turns into annotations, a line each. */
export function toGithub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((found) => `${annotation(found)}\n`).join('');
}

function annotation(found: Diagnostic): string {
  const { severity, file, line, column, code } = found;
  const properties = Object.entries({ file, line, col: column, title: code }).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${severity} ${properties.join(',')}::${data(messageOf(found))}`;
}

const data = (text: string): string => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const property = (text: string): string => data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');

function messageOf({ message, suggestion }: Diagnostic): string {
  return suggestion === undefined ? message : `${message}; did you mean ${quote(suggestion)}?`;
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Relative where the path is; what a URI cannot hold is escaped. */
function uriOf(path: string): string {
  const escaped = path.replaceAll('\\', '/').replace(loneSurrogate, '\ufffd').split('/').map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return `file://${escaped}`;
  return /^[A-Za-z]:/.test(path) ? `file:///${escaped.replace('%3A', ':')}` : escaped;
}
