/** Decides which semver bump a new version of a package requires. */
import { getLargestBump, type Change, type VersionBump } from '../diff/changes.js';
import { diffApis, type LocatedVersion } from '../diff/compare-apis.js';
import { hasErrors, type Diagnostic } from '../lib/diagnostics.js';
import { buildModel } from '../model/build.js';
import { readSpecification } from '../read/index.js';
import { validateSpecification } from '../validate/index.js';
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
  /** The reasons for the bump: the changes that require it. A change that both lists contain is a change of the description. */
  readonly reasons: readonly BumpReason[];
}

export type BumpReason = Pick<Change, 'subject' | 'message' | 'reason'>;

/** @throws Error If a description isn't valid, because it isn't one that discogen wrote. */
export function classifyBump({ oldSpec, newSpec, oldDeclarations, newDeclarations }: PackageVersions): BumpDecision {
  const declarations = compareDeclarations(oldDeclarations, newDeclarations).changes;
  const specification =
    oldSpec === undefined || newSpec === undefined
      ? []
      : diffApis({ old: readVersion(oldSpec, 'old'), new: readVersion(newSpec, 'new') }).map((change) =>
          downgradeOpenEnumChange(change, declarations),
        );
  const bump = getLargestBump([...specification, ...declarations]);
  const causes = specification.filter(({ step }) => step === bump);
  const subjects = new Set(causes.map(({ subject }) => subject));
  const others = declarations.filter(({ step, subject }) => step === bump && !subjects.has(subject));
  const reasons = bump === 'none' ? [] : [...causes, ...others].map(({ subject, message, reason }) => ({ subject, message, reason }));
  return { bump, specification, declarations, reasons };
}

/** Makes an added value of a closed enum minor unless its type rejects unknown strings. By default, types accept any string. */
function downgradeOpenEnumChange(change: Change, declarations: readonly DeclarationChange[]): Change {
  if (change.kind !== 'enum-value-added' || !change.breaking) return change;
  const subject = change.subject.replace(/(?:\[\]|\{\})+$/, '');
  if (declarations.some((declaration) => declaration.breaking && declaration.subject === subject)) return change;
  return { ...change, breaking: false, step: 'minor', reason: 'the type accepts any string' };
}

function readVersion(text: string, version: 'old' | 'new'): LocatedVersion {
  const { specification, diagnostics } = readSpecification({ path: 'spec.json', text });
  const all: readonly Diagnostic[] = specification === undefined ? diagnostics : [...diagnostics, ...validateSpecification(specification)];
  const error = all.find(({ severity }) => severity === 'error');
  if (specification === undefined || hasErrors(all))
    throw new Error(`the ${version} spec.json is invalid: ${error?.message ?? 'it is empty'}`);
  return { api: buildModel(specification.value, { variables: {} }), at: specification.at };
}
