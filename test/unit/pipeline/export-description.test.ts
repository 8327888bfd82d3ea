import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { exporters } from '../../../generator/pipeline/export-description.js';
import { buildModel } from '../../../generator/model/build.js';
import type { JsonObject } from '../../../generator/lib/json.js';

const specs = new URL('../../../specs/', import.meta.url);
const files = readdirSync(specs).filter((name) => name.endsWith('.yaml'));

describe('an exporter', () => {
  it.each(files.flatMap((file) => Object.entries(exporters).map(([format, exportApi]) => [file, format, exportApi] as const)))(
    'exports %s to %s as plain, deterministic JSON',
    (file, _, exportApi) => {
      const build = () => buildModel(parse(readFileSync(new URL(file, specs), 'utf8')) as JsonObject, { variables: {} });
      const exported = exportApi(build());
      const text = JSON.stringify(exported);
      expect(JSON.stringify(exportApi(build()))).toBe(text);
      expect(JSON.parse(text)).toEqual(exported);
    },
  );
});
