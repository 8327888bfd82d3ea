/** What is wrong with a seed document, and where. */
import { HttpError } from '../http-error.js';

/** The names and indexes that lead to a value of the document. */
export type SeedPath = readonly (string | number)[];

export interface SeedFault {
  /** What stands there is wrong. */
  readonly path: SeedPath;
  /** The field of it that the message names, `rrdatas[0]`. */
  readonly field?: string;
  /** Begins with the place: `events.projects/p[0].message: must be text`. */
  readonly message: string;
}

/** A seed that cannot be taken; nothing of it was. */
export class SeedError extends Error {
  readonly faults: readonly SeedFault[];

  constructor(faults: readonly SeedFault[]) {
    const texts = faults.map(({ message }) => message);
    super(texts.length === 1 ? `The seed has a fault: ${texts[0]}` : `The seed has ${texts.length} faults:\n${texts.join('\n')}`);
    this.name = 'SeedError';
    this.faults = faults;
  }
}

/** Throws `SeedError` where there are faults. */
export function throwSeedFaults(faults: readonly SeedFault[]): void {
  if (faults.length > 0) throw new SeedError(faults);
}

export function createSeedFault(path: SeedPath, text: string, field?: string): SeedFault {
  const place = path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
  return { path, message: place ? `${place}: ${text}` : text, ...(field !== undefined && { field }) };
}

/** What is refused of a value; anything else that is thrown goes on. */
export function collectSeedFaults(path: SeedPath, validate: () => void): readonly SeedFault[] {
  try {
    validate();
    return [];
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return error.details.map(({ message, location }) => createSeedFault(path, message, location));
  }
}
