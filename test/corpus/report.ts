/** Counts checked and failed items. */

/** The checked items and the failures. */
export interface Tally {
  readonly total: number;
  readonly failures: readonly string[];
  /** What was left out, because the mock documents that it doesn't implement it. */
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
  types: 'properties with the type that the document gives',
  parameters: 'parameters and bodies with the type that the document gives',
  routes: 'methods whose call reaches their own route',
  validators: 'calls that their request validator accepts',
  media: 'calls that carry media to their own route, and content that comes back',
  collections: 'collections that go from create to 404',
  operations: 'operations that waitForOperation finds done, with the documented response',
  examples: 'examples of READMEs that compile, run and print what is shown',
};

export class Report {
  readonly #tallies = new Map<Check, { total: number; readonly failures: string[]; readonly unsupported: string[] }>();

  add(check: Check, { total, failures, unsupported = [] }: Tally): void {
    const found = this.#tallies.get(check) ?? { total: 0, failures: [], unsupported: [] };
    found.total += total;
    found.failures.push(...failures);
    found.unsupported.push(...unsupported);
    this.#tallies.set(check, found);
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
    const faults = [...this.#tallies].flatMap(([check, { failures }]) => failures.map((failure) => `${check}: ${failure}`));
    const left = [...this.#tallies].flatMap(([check, { unsupported }]) => unsupported.map((each) => `${check}: unsupported: ${each}`));
    return [...faults, ...left, ...rows.map(([name, count]) => `${name.padEnd(width)}  ${count}`)].join('\n');
  }
}
