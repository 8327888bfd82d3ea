/** Prints the result of a measure, and appends it to the file that `PROVE_REPORT` names. */
import { appendFileSync } from 'node:fs';

export function report(title: string, text: string): void {
  process.stdout.write(`\n${title}: ${text}\n`);
  const file = process.env['PROVE_REPORT'];
  if (file !== undefined) appendFileSync(file, `${title}: ${text}\n`);
}
