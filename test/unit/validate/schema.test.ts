import { Ajv } from 'ajv';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { ruleKinds } from '../../../generator/rules/index.js';
import type { JsonSchema } from '../../../generator/rules/parameter-schemas.js';
import { createLanguageSchema } from '../../../generator/validate/schema/index.js';

const printed = (schema: JsonSchema): Promise<string> => format(JSON.stringify(schema), { parser: 'json', printWidth: 140 });

describe('the JSON Schemas that editors use', () => {
  // `npx vitest run test/unit/validate/schema.test.ts --update` rewrites them.
  test.each(['specification', 'overlay'] as const)('%s.schema.json is up to date with the language and the rule kinds', async (name) => {
    await expect(await printed(createLanguageSchema(name))).toMatchFileSnapshot(`../../../generator/validate/${name}.schema.json`);
  });

  test.each(['specification', 'overlay', 'published'] as const)('%s is a schema that ajv accepts in strict mode', (name) => {
    const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false });
    expect(() => ajv.compile(createLanguageSchema(name))).not.toThrow();
  });

  test('each key has a description', () => {
    const undescribed: string[] = [];
    const visit = (schema: JsonSchema, path: string): void => {
      for (const [key, property] of Object.entries(schema.properties ?? {})) {
        const own =
          property.$ref === undefined ? property : createLanguageSchema('specification').definitions?.[property.$ref.split('/')[2]!];
        if (own?.description === undefined && own?.const === undefined) undescribed.push(`${path}.${key}`);
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

  test('each kind of rule has a description, and so do its parameters', () => {
    for (const { description, schema } of Object.values(ruleKinds)) {
      expect(description).toMatch(/\S.*[.)]$/);
      for (const parameter of Object.values<JsonSchema>(schema.properties)) expect(parameter.description).toMatch(/\S/);
    }
  });
});
