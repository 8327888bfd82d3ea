import { Ajv } from 'ajv';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { ruleKinds } from '../../../generator/language/index.js';
import type { JsonSchema } from '../../../generator/language/json-schema.js';
import type { RuleParameter } from '../../../generator/language/parameters.js';
import { createLanguageSchema } from '../../../generator/check/schema/index.js';

const print = (schema: JsonSchema): Promise<string> => format(JSON.stringify(schema), { parser: 'json', printWidth: 140 });

describe('the JSON Schemas for editors', () => {
  // Update the files with `npx vitest run test/unit/check/schema.test.ts --update`.
  test.each(['specification', 'overlay'] as const)('%s.schema.json is up to date with the language and the rule kinds', async (name) => {
    await expect(await print(createLanguageSchema(name))).toMatchFileSnapshot(`../../../generator/check/${name}.schema.json`);
  });

  test.each(['specification', 'overlay', 'published'] as const)('%s is accepted by ajv in strict mode', (name) => {
    const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false });
    expect(() => ajv.compile(createLanguageSchema(name))).not.toThrow();
  });

  test('has a description for each key', () => {
    const undescribed: string[] = [];
    const visit = (schema: JsonSchema, path: string): void => {
      for (const [key, property] of Object.entries(schema.properties ?? {})) {
        const resolved =
          property.$ref === undefined ? property : createLanguageSchema('specification').definitions?.[property.$ref.split('/')[2]!];
        if (resolved?.description === undefined && resolved?.const === undefined) undescribed.push(`${path}.${key}`);
        visit(property, `${path}.${key}`);
      }
      if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, `${path}.*`);
      if (schema.items !== undefined) visit(schema.items, `${path}[]`);
    };
    const schema = createLanguageSchema('specification');
    visit(schema, '');
    for (const [name, definition] of Object.entries(schema.definitions ?? {})) visit(definition, name);
    expect(undescribed).toEqual([]);
  });

  test('has a description for each kind of rule and its parameters', () => {
    for (const { description, parameters } of Object.values(ruleKinds)) {
      expect(description).toMatch(/\S.*[.)]$/);
      for (const parameter of Object.values<RuleParameter>(parameters)) expect(parameter.schema.description).toMatch(/\S/);
    }
  });
});
