/** Classifies changes of declarations: what they mean for code that uses a package. */
import type { VersionBump } from '../diff/changes.js';

/** Kinds of changes of declarations. */
export type DeclarationChangeKind =
  | 'entry-removed'
  | 'entry-added'
  | 'export-removed'
  | 'export-added'
  | 'export-changed'
  | 'member-removed'
  | 'member-added'
  | 'parameter-removed'
  | 'parameter-added'
  | 'optional-changed'
  | 'readonly-changed'
  | 'type-changed'
  | 'type-parameters-changed'
  | 'signatures-changed'
  | 'comments-changed';

export interface DeclarationChange {
  /** The first entry point whose users the change affects: `.`, `./mock`. */
  readonly entry: string;
  /** The changed declaration: `ManagedZone.dnsName`, `DnsClient.changes.get(options)`. Empty for an entry point as a whole. */
  readonly subject: string;
  readonly kind: DeclarationChangeKind;
  readonly breaking: boolean;
  readonly step: VersionBump;
  /** The difference. */
  readonly message: string;
  /** The reason why the change is or isn't breaking. */
  readonly reason: string;
}

/** How code uses the values of a type: it reads results, and it writes arguments. Names of types are mentioned only. */
export interface Uses {
  readonly read: boolean;
  readonly written: boolean;
}
export const readOnly: Uses = { read: true, written: false };
export const readAndWritten: Uses = { read: true, written: true };
export const mentioned: Uses = { read: false, written: false };
/** The uses of the parameters of a function with these uses. */
export const flipUses = ({ read, written }: Uses): Uses => ({ read: written, written: read });
export const combineUses = (a: Uses, b: Uses): Uses => ({ read: a.read || b.read, written: a.written || b.written });

/** The code that a change breaks: any that uses the declaration, any that reads or that writes such values, or none. */
export type Breaks = 'all' | 'read' | 'written' | 'none';

export interface DeclarationDifference {
  readonly message: string;
  readonly breaks: Breaks;
}

const breakingReasons: Readonly<Record<Breaks, string>> = {
  all: 'code that uses it may not compile',
  read: 'code that reads such values may not compile',
  written: 'code that creates such values may not compile',
  none: '',
};

/** The declaration that is compared. */
export interface DeclarationSite {
  readonly subject: string;
  readonly uses: Uses;
}

/** Collects changes. A declaration that several others use is reported once, with its largest impact. */
export class DeclarationChanges {
  readonly #found = new Map<string, DeclarationChange>();
  /** The entry point whose exports are compared. */
  entry = '.';

  add(kind: DeclarationChangeKind, { subject, uses }: DeclarationSite, { message, breaks }: DeclarationDifference): void {
    const key = JSON.stringify([kind, subject, message]);
    const breaking = breaks === 'all' || (breaks !== 'none' && uses[breaks]);
    const known = this.#found.get(key);
    if (known !== undefined && (known.breaking || !breaking)) return;
    const impact: Pick<DeclarationChange, 'breaking' | 'step' | 'reason'> = breaking
      ? { breaking, step: 'major', reason: breakingReasons[breaks] }
      : { breaking, step: 'minor', reason: 'existing code still compiles' };
    this.#found.set(key, { entry: this.entry, subject, kind, ...impact, message });
  }

  toArray(): DeclarationChange[] {
    return [...this.#found.values()];
  }
}
