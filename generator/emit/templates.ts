/** Files of `templates/` that become pages of a package: as they are, or with data filled in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import handlebars from 'handlebars';
import { templatesFolder } from '../root.js';

/** A file of `templates/` as it is. */
export function readTemplate(name: string): string {
  return readFileSync(join(templatesFolder, name), 'utf8');
}

/** By the template's text, so that one that was edited is compiled again. */
const compiled = new Map<string, HandlebarsTemplateDelegate>();

/** A page with data. What is printed has been escaped for the page before; only own members are looked up. */
export function fillTemplate(name: string, data: object): string {
  const text = readTemplate(name);
  const known = compiled.get(text);
  const fill = known ?? handlebars.compile(text, { noEscape: true, strict: true, assumeObjects: true });
  if (known === undefined) compiled.set(text, fill);
  return fill(data);
}
