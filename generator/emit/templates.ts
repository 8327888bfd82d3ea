/** Reads the templates of pages in `templates/` and fills them with data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import handlebars from 'handlebars';
import { escapeMarkdown, formatInlineCode } from '../lib/markdown.js';
import { templatesFolder } from '../lib/root.js';

/** Templates escape text of specifications: `{{prose title}}`, `{{code name}}`, and `{{codes names}}` for a list of inline code. */
const environment = handlebars.create();
environment.registerHelper('prose', (text: string) => escapeMarkdown(text));
environment.registerHelper('code', (text: string) => formatInlineCode(text));
environment.registerHelper('codes', (texts: readonly string[]) => texts.map(formatInlineCode).join(', '));

/** Reads a template without filling it. */
export function readTemplate(name: string): string {
  return readFileSync(join(templatesFolder, name), 'utf8');
}

/** The key is the text, so an edited template is compiled again. */
const compiled = new Map<string, HandlebarsTemplateDelegate>();

/** Fills a template. The data must have all members that the template names. Only own members are looked up. */
export function fillTemplate(name: string, data: object): string {
  const text = readTemplate(name);
  const cached = compiled.get(text);
  const render = cached ?? environment.compile(text, { noEscape: true, strict: true, assumeObjects: true });
  if (cached === undefined) compiled.set(text, render);
  return render(data);
}
