import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { exportFormats, exportSpec } from '../../../generator/pipeline/export-formats.js';
import { buildModel } from '../../../generator/model/build.js';
import type { JsonObject } from '../../../generator/lib/json.js';

const specs = new URL('../../../specs/', import.meta.url);
const files = readdirSync(specs).filter((name) => name.endsWith('.yaml'));

describe('exportSpec', () => {
  it.each(files.flatMap((file) => exportFormats.map((format) => [file, format] as const)))(
    'exports %s to %s as plain, deterministic JSON',
    (file, format) => {
      const build = () => buildModel(parse(readFileSync(new URL(file, specs), 'utf8')) as JsonObject, { variables: {} });
      const exported = exportSpec(build(), format);
      const text = JSON.stringify(exported);
      expect(JSON.stringify(exportSpec(build(), format))).toBe(text);
      expect(JSON.parse(text)).toEqual(exported);
    },
  );
});
