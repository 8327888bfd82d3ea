/** Reads the templates of pages in `templates/` and fills them with data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import handlebars from 'handlebars';
import { templatesFolder } from '../lib/root.js';

/** Reads a template without filling it. */
export function readTemplate(name: string): string {
  return readFileSync(join(templatesFolder, name), 'utf8');
}

/** The key is the text, so an edited template is compiled again. */
const compiled = new Map<string, HandlebarsTemplateDelegate>();

/** Fills a template. The caller must escape the data. Only own members are looked up. */
export function fillTemplate(name: string, data: object): string {
  const text = readTemplate(name);
  const cached = compiled.get(text);
  const render = cached ?? handlebars.compile(text, { noEscape: true, strict: true, assumeObjects: true });
  if (cached === undefined) compiled.set(text, render);
  return render(data);
}
