/** Counts the checked items and the failures of each check. */

/** The checked items and the failures. */
export interface Tally {
  readonly total: number;
  readonly failures: readonly string[];
  /** Items that were skipped because the mock documents that it doesn't implement them. */
  readonly unsupported?: readonly string[];
}

export type Check =
  | 'lint'
  | 'generate'
  | 'compile'
  | 'types'
  | 'parameters'
  | 'routes'
  | 'validators'
  | 'media'
  | 'collections'
  | 'operations'
  | 'examples';

export const checks: Readonly<Record<Check, string>> = {
  lint: 'documents without lint errors',
  generate: 'documents that generate',
  compile: 'packages without type errors (strict)',
  types: 'properties with the documented type',
  parameters: 'parameters and bodies with the documented type',
  routes: 'calls that reach the route of their method',
  validators: 'calls that their request validator accepts',
  media: 'media calls that reach their route, and uploads that can be downloaded',
  collections: 'collections whose create, get, list, change, and delete methods work',
  operations: 'operations that waitForOperation returns as done with the documented response',
  examples: 'README examples that compile, run, and print the documented output',
};

export class Report {
  readonly #tallies = new Map<Check, { total: number; readonly failures: string[]; readonly unsupported: string[] }>();

  add(check: Check, { total, failures, unsupported = [] }: Tally): void {
    const tally = this.#tallies.get(check) ?? { total: 0, failures: [], unsupported: [] };
    tally.total += total;
    tally.failures.push(...failures);
    tally.unsupported.push(...unsupported);
    this.#tallies.set(check, tally);
  }

  get failed(): boolean {
    return [...this.#tallies.values()].some(({ failures }) => failures.length > 0);
  }

  print(): string {
    const rows = [...this.#tallies].map(
      ([check, { total, failures, unsupported }]) =>
        [
          checks[check],
          `${total - failures.length} of ${total}${unsupported.length === 0 ? '' : `, and ${unsupported.length} unsupported`}`,
        ] as const,
    );
    const width = Math.max(...rows.map(([name]) => name.length));
    const failureLines = [...this.#tallies].flatMap(([check, { failures }]) => failures.map((failure) => `${check}: ${failure}`));
    const unsupportedLines = [...this.#tallies].flatMap(([check, { unsupported }]) =>
      unsupported.map((each) => `${check}: unsupported: ${each}`),
    );
    return [...failureLines, ...unsupportedLines, ...rows.map(([name, count]) => `${name.padEnd(width)}  ${count}`)].join('\n');
  }
}
