/** The bump of a new version of a generated package: of its description, and of its declarations. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../generator/lib/root.js';
import { classifyBump, listReasons, type BumpDecision } from '../../../generator/release/classify-bump.js';

const folder = join(packageRoot, 'generated/errorreporting-v1beta1');
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const paths = ['package.json', 'dist/index.d.ts', 'dist/types.d.ts'];
const files = new Map(paths.map((path) => [path, read(path)]));
const spec = read('spec.json');

function replaceOnce(text: string, [search, replacement]: readonly [string, string]): string {
  if (!text.includes(search)) throw new Error(`there is no ${search}`);
  return text.replace(search, replacement);
}

type Edit = readonly [search: string, replacement: string];

/** Compares the package with an edited copy. */
function classify(edits: { readonly spec?: Edit; readonly types?: Edit }): BumpDecision {
  const types =
    edits.types === undefined ? files : new Map([...files, ['dist/types.d.ts', replaceOnce(read('dist/types.d.ts'), edits.types)]]);
  const newSpec = edits.spec === undefined ? spec : replaceOnce(spec, edits.spec);
  return classifyBump({ oldSpec: spec, newSpec, oldDeclarations: files, newDeclarations: types });
}

const renamedSpec: Edit = ['"trackingIssues"', '"issues"'];
const renamedType: Edit = ['trackingIssues?:', 'issues?:'];

describe('classifyBump', () => {
  test('returns none for equal packages', () => {
    expect(classify({})).toEqual({ bump: 'none', specification: [], declarations: [] });
  });

  test('counts a change of the description that the types do not show', () => {
    const decision = classify({ spec: ['"httpMethod":"DELETE"', '"httpMethod":"POST"'] });
    expect(decision.bump).toBe('major');
    expect(listReasons(decision).map(({ message }) => message)).toEqual([expect.stringContaining('DELETE')]);
  });

  test('counts a change of the types that the description does not show', () => {
    const decision = classify({ types: renamedType });
    expect(decision.bump).toBe('major');
    expect(decision.specification).toEqual([]);
    expect(listReasons(decision)).toContainEqual(
      expect.objectContaining({
        subject: 'ErrorGroup.trackingIssues',
        message: 'was removed',
        reason: 'code that uses it may not compile',
      }),
    );
  });

  test('gives the reason once if both show the change', () => {
    const decision = classify({ spec: renamedSpec, types: renamedType });
    expect(decision.declarations.map(({ subject }) => subject)).toContain('ErrorGroup.trackingIssues');
    expect(listReasons(decision).filter(({ subject }) => subject === 'ErrorGroup.trackingIssues')).toHaveLength(1);
  });

  test('takes the largest bump of both', () => {
    const decision = classify({
      spec: ['"description"', '"x-old-description"'],
      types: ['trackingIssues?:', 'added?: string;\n\ttrackingIssues?:'],
    });
    expect(decision.bump).toBe('minor');
    expect(listReasons(decision).filter(({ step }) => step === 'minor')).toMatchObject([{ subject: 'ErrorGroup.added' }]);
  });

  describe('a value added to a closed enum of a response', () => {
    const oldSpec = replaceOnce(spec, ['"RESOLVED":3,"MUTED":4},"x-undocumented":["values"]', '"RESOLVED":3,"MUTED":4}']);
    const newSpec = [
      ['"MUTED"]', '"MUTED","ADDED"]'],
      ['notifications."]', 'notifications.","Added."]'],
    ].reduce((text, [search = '', replacement = '']) => replaceOnce(text, [search, replacement]), oldSpec);
    const createTypes = (type: string): ReadonlyMap<string, string> =>
      new Map([...files, ['dist/types.d.ts', read('dist/types.d.ts').replaceAll('"MUTED" | (string & {})', type)]]);

    test.each([
      ['"MUTED" | (string & {})', '"MUTED" | "ADDED" | (string & {})', 'minor'],
      ['"MUTED"', '"MUTED" | "ADDED"', 'major'],
    ])('with the type %s, which becomes %s: %s', (oldType, newType, bump) => {
      const decision = classifyBump({ oldSpec, newSpec, oldDeclarations: createTypes(oldType), newDeclarations: createTypes(newType) });
      expect(decision.bump).toBe(bump);
      // The declarations tell whether the type admits other values.
      expect(decision.specification).toMatchObject([{ kind: 'enum-value-added', step: 'minor' }]);
    });
  });

  test('compares only the declarations of a package without a description', () => {
    expect(classifyBump({ oldDeclarations: files, newDeclarations: files }).bump).toBe('none');
  });

  test('rejects a description that is not valid', () => {
    const versions = { oldSpec: spec, newSpec: '{ "name": 1 }', oldDeclarations: files, newDeclarations: files };
    expect(() => classifyBump(versions)).toThrow(/^the new spec\.json is invalid: /);
  });
});
