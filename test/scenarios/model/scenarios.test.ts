/**
 * Each `.md` file in this folder has headings with a specification (yaml) and the expected model (json: only the named members, complete
 * lists).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../../generator/model/build.js';
import type { JsonObject } from '../../../generator/model/json-access.js';

const folder = new URL('.', import.meta.url);

interface Scenario {
  readonly name: string;
  readonly specification: JsonObject;
  readonly model: JsonObject;
}

function scenariosOf(text: string): readonly Scenario[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [name = ''] = section.split('\n');
      return {
        name,
        specification: parse(blockOf(section, 'yaml')) as JsonObject,
        model: JSON.parse(blockOf(section, 'json')) as JsonObject,
      };
    });
}

function blockOf(section: string, language: string): string {
  const block = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(section)?.[1];
  if (block === undefined) throw new Error(`No ${language} block under: ${section.split('\n')[0] ?? ''}`);
  return block;
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
  describe(file, () => {
    it.each(scenariosOf(readFileSync(new URL(file, folder), 'utf8')))('$name', ({ specification, model }) => {
      expect(buildModel(specification, { variables: {} })).toMatchObject(model);
    });
  });
}
