/** The notices of libraries whose code the runtime contains, for `THIRD_PARTY_NOTICES`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageRoot } from '../lib/root.js';

/** Creates the notice of the RE2 engine. */
export function createRe2Notice(): string {
  const entry = createRequire(import.meta.url).resolve('re2js');
  return formatNotice(
    're2js (https://github.com/le0pard/re2js): the runtime module re2.js\ncontains it.',
    join(dirname(dirname(entry)), 'LICENSE'),
  );
}

/** Creates the notice of a library that the build bundles into a service module. The build keeps its license. */
export function createLibraryNotice(library: string): string {
  const title = `${library} (https://www.npmjs.com/package/${library}): a service\nmodule contains it.`;
  return formatNotice(title, join(packageRoot, 'dist/licenses', `${library.replace('/', '+')}.txt`));
}

function formatNotice(title: string, license: string): string {
  const line = '='.repeat(80);
  return [line, title, line, '', readFileSync(license, 'utf8').replace(/\r\n/g, '\n')].join('\n');
}
