/** Bundles a service module of the user with what it imports. */
import { dirname } from 'node:path';

export type Bundle =
  | { readonly text: string; readonly hasDefault: boolean }
  | { readonly problem: string; readonly line?: number; readonly column?: number };

/** The module that modules of users import types and `defineService` from. Nothing of it remains in a bundle. */
const definitionModule = 'discogen/service';
const definitionId = 'discogen:service';
const definitionText = 'export const defineService = (definition) => definition;';

/** Bundles a module with what it imports, except the modules of Node. The output doesn't depend on where the file is. */
export async function bundleModule(file: string): Promise<Bundle> {
  const { rolldown } = await import('rolldown');
  const problems: string[] = [];
  try {
    const build = await rolldown({
      cwd: dirname(file),
      input: file,
      platform: 'node',
      external: /^node:/,
      tsconfig: false,
      transform: { target: 'es2022' },
      plugins: [
        {
          name: 'definition',
          resolveId: (specifier) => (specifier === definitionModule ? definitionId : null),
          load: (id) => (id === definitionId ? { code: definitionText, moduleType: 'js' } : null),
        },
      ],
      onLog: (level, { message, code }) => {
        if (level === 'warn' && code === 'UNRESOLVED_IMPORT') problems.push(message.split('\n')[0] ?? message);
      },
    });
    const { output } = await build.generate({
      format: 'esm',
      codeSplitting: false,
      comments: { legal: true, annotation: true, jsdoc: false },
    });
    await build.close();
    const [problem] = problems;
    if (problem !== undefined) return { problem };
    return { text: output[0].code, hasDefault: output[0].exports.includes('default') };
  } catch (error) {
    return describeBuildError(error);
  }
}

function describeBuildError(error: unknown): Bundle {
  const [first] = (error as { readonly errors?: readonly BuildError[] }).errors ?? [];
  const text = first?.message ?? (error instanceof Error ? error.message : String(error));
  // The first line is the error. The others show the source.
  const problem = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('Build failed')) ?? text;
  return { problem: problem.replace(/^.*?Error:\s*/, ''), ...(first?.loc && { line: first.loc.line, column: first.loc.column + 1 }) };
}

interface BuildError {
  readonly message: string;
  readonly loc?: { readonly line: number; readonly column: number };
}
