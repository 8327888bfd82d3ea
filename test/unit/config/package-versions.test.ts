import { expect, test } from 'vitest';
import { runGenerate } from '../../../generator/pipeline/run-generate.js';
import { memoryEffects, type MemoryEffects } from '../../support/memory-files.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

const createProject = (files: Readonly<Record<string, string>>, settings = ''): MemoryEffects =>
  memoryEffects({ 'discogen.config.yaml': buildConfig(['tiny'], settings), 'specs/tiny.yaml': smallSpecification(), ...files });

const read = ({ files }: MemoryEffects, path: string): string => files.read(`/project/made/${path}`);

test('packages have the versions of discogen.versions.json, or else that of the config', async () => {
  const versions = { '@discogen/runtime': '2.1.0', '@discogen/other-v1': '9.0.0' };
  const effects = createProject({ 'discogen.versions.json': JSON.stringify(versions) }, 'runtime: package\nversion: 1.5.0\n');
  await runGenerate({}, effects);
  expect(JSON.parse(read(effects, 'runtime/package.json'))).toMatchObject({ version: '2.1.0' });
  expect(JSON.parse(read(effects, 'tiny-v1/package.json'))).toMatchObject({
    version: '1.5.0',
    dependencies: { '@discogen/runtime': '^2.1.0' },
  });
});

test.each(['{', '[]', '{ "@acme/shop-v1": 1 }', '{ "@acme/shop-v1": "one" }'])('rejects %s in discogen.versions.json', async (text) => {
  await expect(runGenerate({}, createProject({ 'discogen.versions.json': text }))).rejects.toThrow(
    'discogen.versions.json must be a JSON object of package names and versions',
  );
});

test('packages have the license and the addresses of the config, and the runtime in them keeps its license', async () => {
  const settings = "package: { license: MIT, licenseFile: MY-LICENSE, repository: 'https://github.com/acme/apis', author: Acme }\n";
  const effects = createProject({ 'MY-LICENSE': 'Do what you like.\n' }, settings);
  await runGenerate({}, effects);
  expect(JSON.parse(read(effects, 'tiny-v1/package.json'))).toMatchObject({
    license: 'MIT',
    author: 'Acme',
    repository: { type: 'git', url: 'git+https://github.com/acme/apis.git' },
    files: expect.arrayContaining(['THIRD_PARTY_NOTICES']),
    discogen: { version: expect.any(String), specification: expect.stringMatching(/^sha256-[\da-f]{64}$/) },
  });
  expect(read(effects, 'tiny-v1/LICENSE')).toBe('Do what you like.\n');
  expect(read(effects, 'tiny-v1/THIRD_PARTY_NOTICES')).toMatch(/^runtime\/ is the runtime of discogen\.\n\n\s+Apache License/);
  expect(read(effects, 'tiny-v1/README.md')).toContain('MIT, see `LICENSE`.');
  expect(read(effects, 'tiny-v1/README.md')).toContain('- Repository: <https://github.com/acme/apis>\n');
});

test('rejects a license file that cannot be read', async () => {
  await expect(runGenerate({}, createProject({}, 'package: { license: MIT, licenseFile: NONE }\n'))).rejects.toThrow(
    'cannot read NONE: there is no such file',
  );
});
