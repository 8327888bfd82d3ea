/** The compiler errors for a mask with an unknown field, and for other parameters. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const file = join(dirname(fileURLToPath(import.meta.url)), 'program.ts');
const declarations = `
import type { Fields, FieldsParameter, Masked } from '../../../runtime/client/field-mask-types.js';
interface LogConfig { enable?: boolean }
interface ManagedZone { name: string; logConfigs?: LogConfig[]; labels?: { [key: string]: string } }
interface GetParams { project: string }
declare function get<const Mask extends Fields<ManagedZone> = '*'>(
  params: FieldsParameter<ManagedZone, Mask>,
): Masked<ManagedZone, Mask>;
declare function getIn<const Mask extends Fields<ManagedZone> = '*'>(
  params: GetParams & FieldsParameter<ManagedZone, Mask>,
): Masked<ManagedZone, Mask>;
`;

/** Lists the source text and the message of each error. */
function listErrors(text: string): readonly string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    lib: ['lib.es2022.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, language, ...rest) =>
    path === file ? ts.createSourceFile(path, declarations + text, language) : getSourceFile(path, language, ...rest);
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram({ rootNames: [file], options, host }));
  return diagnostics.map(({ messageText, start = 0, length = 0 }) => {
    const sourceText = (declarations + text).slice(start, start + length);
    return `${sourceText}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

test('reports the unknown path and the type without the field', () => {
  const errors = listErrors(`
    get({ fields: ['name', 'nmae'] });
    get({ fields: ['logConfigs/enabl'] });
    get({ fields: ['name', 'logConfigs.enable', 'labels/any', '*'] });
  `);
  expect(errors).toEqual([
    expect.stringMatching(/^'nmae': .*UnknownField<"\\"nmae\\" is not a field of", ManagedZone>/),
    expect.stringMatching(/^'logConfigs\/enabl': .*UnknownField<"\\"enabl\\" is not a field of", LogConfig>/),
  ]);
});

test('names the types of the parameters', () => {
  expect(listErrors(`getIn({ projct: 'p' }); getIn({});`)).toEqual([
    expect.stringContaining(`does not exist in type 'GetParams & SelectedFields<"*">'`),
    expect.stringContaining("Property 'project' is missing in type '{}' but required in type 'GetParams'"),
  ]);
});
