/** Decides which semver bump a new version of a package requires. */
import { getLargestBump, type Change, type VersionBump } from '../diff/changes.js';
import { diffApis, type LocatedApi } from '../diff/compare-apis.js';
import { hasErrors, type Diagnostic } from '../lib/diagnostics.js';
import { buildModel } from '../model/build.js';
import { readSpecification } from '../read/index.js';
import { validateSpecification } from '../check/index.js';
import { compareDeclarations } from './compare-declarations.js';
import type { DeclarationChange } from './declaration-changes.js';
import type { PackageDeclarations } from './declaration-program.js';

export interface PackageVersions {
  /** The texts of `spec.json`. Absent for packages without a description, such as the runtime. */
  readonly oldSpec?: string | undefined;
  readonly newSpec?: string | undefined;
  /** The files of the package by path. */
  readonly oldDeclarations: PackageDeclarations;
  readonly newDeclarations: PackageDeclarations;
}

export interface BumpDecision {
  /** The larger bump of both lists. `none` doesn't exclude that the JavaScript or the documentation differs. */
  readonly bump: VersionBump;
  /** The changes of the description, by position in the new `spec.json`. */
  readonly specification: readonly Change[];
  /** The changes of the declarations, by entry point. */
  readonly declarations: readonly DeclarationChange[];
}

/** @throws Error If a description isn't valid, because it isn't one that discogen wrote. */
export function classifyBump({ oldSpec, newSpec, oldDeclarations, newDeclarations }: PackageVersions): BumpDecision {
  const declarations = compareDeclarations(oldDeclarations, newDeclarations);
  const specification =
    oldSpec === undefined || newSpec === undefined
      ? []
      : diffApis({ old: readVersion(oldSpec, 'old'), new: readVersion(newSpec, 'new') }).map((change) =>
          downgradeOpenEnumChange(change, declarations),
        );
  return { bump: getLargestBump([...specification, ...declarations]), specification, declarations };
}

/** Makes an added value of a closed enum minor unless its type rejects unknown strings. By default, types accept any string. */
function downgradeOpenEnumChange(change: Change, declarations: readonly DeclarationChange[]): Change {
  if (change.kind !== 'enum-value-added' || !change.breaking) return change;
  const subject = change.subject.replace(/(?:\[\]|\{\})+$/, '');
  if (declarations.some((declaration) => declaration.breaking && declaration.subject === subject)) return change;
  return { ...change, breaking: false, step: 'minor', reason: 'the type accepts any string' };
}

function readVersion(text: string, version: 'old' | 'new'): LocatedApi {
  const { specification, diagnostics } = readSpecification({ path: 'spec.json', text });
  const all: readonly Diagnostic[] = specification === undefined ? diagnostics : [...diagnostics, ...validateSpecification(specification)];
  const error = all.find(({ severity }) => severity === 'error');
  if (specification === undefined || hasErrors(all))
    throw new Error(`the ${version} spec.json is invalid: ${error?.message ?? 'it is empty'}`);
  return { api: buildModel(specification.value, { variables: {} }), at: specification.at };
}

/** A difference between two versions of a package, and the bump that it requires. */
export interface BumpReason extends Omit<Change, 'kind' | 'old' | 'new'> {
  readonly kind: string;
}

/**
 * Lists the changes of the description, and the changes of the declarations that it doesn't explain: those that require a larger bump,
 * and breaking ones of other elements.
 */
export function listReasons({ specification, declarations, bump }: BumpDecision): readonly BumpReason[] {
  const described = getLargestBump(specification);
  const subjects = specification.filter(({ step }) => step === bump).map(({ subject }) => subject);
  const isExplained = (subject: string): boolean => subjects.some((each) => subject === each || subject.endsWith(`.${each}`));
  const unexplained = declarations.filter(
    ({ step, subject }) => step === bump && (described !== bump || (bump === 'major' && !isExplained(subject))),
  );
  return [
    ...specification.map(({ old: _, new: __, ...reason }) => reason),
    ...unexplained.map(({ entry, subject, ...reason }) => ({ ...reason, subject: subject || `entry point ${entry}` })),
  ];
}
