/**
 * Each section of a `.md` file in this folder contains a specification (yaml) and the expected model (json: only the listed members, complete
 * lists).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../../generator/model/build.js';
import type { JsonObject } from '../../../generator/lib/json.js';

const folder = new URL('.', import.meta.url);

interface Scenario {
  readonly name: string;
  readonly specification: JsonObject;
  readonly model: JsonObject;
}

function parseScenarios(text: string): readonly Scenario[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [name = ''] = section.split('\n');
      return {
        name,
        specification: parse(findBlock(section, 'yaml')) as JsonObject,
        model: JSON.parse(findBlock(section, 'json')) as JsonObject,
      };
    });
}

function findBlock(section: string, language: string): string {
  const block = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(section)?.[1];
  if (block === undefined) throw new Error(`No ${language} block under: ${section.split('\n')[0] ?? ''}`);
  return block;
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
  describe(file, () => {
    it.each(parseScenarios(readFileSync(new URL(file, folder), 'utf8')))('$name', ({ specification, model }) => {
      expect(buildModel(specification, { variables: {} })).toMatchObject(model);
    });
  });
}
