/** Why a package needs a new version. */
import { getLargestBump, type Change } from '../diff/changes.js';
import type { BumpDecision } from './classify-bump.js';

/** A difference between two versions of a package, and the bump that it requires. */
export interface Reason extends Omit<Change, 'kind' | 'old' | 'new'> {
  readonly kind: string;
}

/**
 * Lists the changes of the description, and the changes of the declarations that it doesn't explain: those that require a larger bump,
 * and breaking ones of other elements.
 */
export function listReasons({ specification, declarations, bump }: BumpDecision): readonly Reason[] {
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
