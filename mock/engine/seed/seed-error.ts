/** Errors of seed documents with their positions. */
import { formatSuggestion } from '../../../runtime/error-text.js';
import { HttpError } from '../../lib/http-error.js';
import { unknownFieldRule } from './known-fields.js';

/** The names and indexes of a value in the document. */
export type SeedPath = readonly (string | number)[];

export interface SeedFault {
  /** The path of the invalid value. */
  readonly path: SeedPath;
  /** The field in the value that the message names: `rrdatas[0]`. */
  readonly field?: string;
  /** Set if the name of the value is wrong, and not the value. */
  readonly isName?: true;
  /** The message with the location: `events.projects/p[0].message: must be a string`. */
  readonly message: string;
}

/** The number of errors after which a document isn't read further, because each of a million values may be invalid. */
const maxFaults = 1000;

/** Collects the errors of items, until there are too many. */
export function collectFaults<Item>(items: Iterable<Item>, check: (item: Item) => readonly SeedFault[]): readonly SeedFault[] {
  const faults: SeedFault[] = [];
  for (const item of items) {
    for (const fault of check(item)) faults.push(fault);
    if (faults.length >= maxFaults) break;
  }
  return faults;
}

/** Rejects an invalid seed. Nothing of the seed was applied. */
export class SeedError extends Error {
  readonly faults: readonly SeedFault[];

  constructor(faults: readonly SeedFault[]) {
    const messages = faults.map(({ message }) => message);
    super(
      messages.length === 1 ? `The seed is invalid: ${messages[0]}` : `The seed has ${messages.length} errors:\n${messages.join('\n')}`,
    );
    this.name = 'SeedError';
    this.faults = faults;
  }
}

export function throwSeedFaults(faults: readonly SeedFault[]): void {
  if (faults.length > 0) throw new SeedError(faults);
}

function formatSeedPath(path: SeedPath): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

/** Returns the position of a fault in its document: `resources./v1/shelves/a.theme`. Empty for the document. */
export function formatSeedLocation({ path, field }: SeedFault): string {
  return [formatSeedPath(path), ...(field === undefined ? [] : [field])].filter((part) => part !== '').join('.');
}

export function createSeedFault(path: SeedPath, text: string, field?: string): SeedFault {
  const location = formatSeedPath(path);
  return { path, message: location ? `${location}: ${text}` : text, ...(field !== undefined && { field }) };
}

/** Creates the fault of a member with an unknown name. */
export function createUnknownMemberFault(path: SeedPath, known: readonly string[]): SeedFault {
  return { ...createSeedFault(path, `unknown member${formatSuggestion(String(path.at(-1)), known)}`), isName: true };
}

/** Converts an `HttpError` of `validate` to seed errors. Rethrows any other error. */
export function collectSeedFaults(path: SeedPath, validate: () => void): readonly SeedFault[] {
  try {
    validate();
    return [];
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const isName = error.rule === unknownFieldRule;
    return error.details.map(({ message, location }) => ({ ...createSeedFault(path, message, location), ...(isName && { isName }) }));
  }
}
