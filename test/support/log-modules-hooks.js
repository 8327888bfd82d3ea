import { appendFileSync } from 'node:fs';

let log;
export function initialize(file) {
  log = file;
}
export async function load(url, context, nextLoad) {
  appendFileSync(log, `${url}\n`);
  return nextLoad(url, context);
}
