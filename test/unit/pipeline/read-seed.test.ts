/** Positions of the mock's seed errors in the seed files. */
import { expect, test } from 'vitest';
import { toSeedDiagnostics } from '../../../generator/pipeline/read-seed.js';
import { readSpecification } from '../../../generator/read/index.js';
import { createSeedFault, type SeedFault } from '../../../mock/engine/seed/seed-error.js';

const zone = '/dns/v1/projects/p/managedZones/z';
const first = { path: 'first.yaml', text: `resources:\n  ${zone}: { name: z }\n  ${zone}/rrsets/a./A:\n    rrdatas: [1.2.3.4, 5]\n` };
const second = { path: 'second.json', text: `{\n  "resources": { "${zone}": { "name": 5 } },\n  "bogus": 1\n}` };

const seeds = [first, second].flatMap((file) => readSpecification(file).specification ?? []);

const records = `${zone}/rrsets/a./A`;

test.each<[string, SeedFault, string]>([
  ['an unknown member', createSeedFault(['bogus'], 'not known'), 'second.json:3:3'],
  ['a member of the wrong type', createSeedFault(['resources'], 'expected a map'), 'second.json:2:3'],
  ['a resource', createSeedFault(['resources', records], 'the parent does not exist'), 'first.yaml:3:3'],
  [
    'a field of a resource',
    createSeedFault(['resources', records], "Invalid value for 'rrdatas[1]': must be string", 'rrdatas[1]'),
    'first.yaml:4:24',
  ],
  ['a missing field', createSeedFault(['resources', records], "Required value 'type' is missing.", 'type'), 'first.yaml:3:3'],
  ['an element of a list', createSeedFault(['resources', records, 'rrdatas', 0], 'expected text'), 'first.yaml:4:15'],
  [
    'a resource in both files',
    createSeedFault(['resources', zone], "Invalid value for 'name': must be string", 'name'),
    'second.json:2:65',
  ],
  ['an error without a position in a file', createSeedFault([], 'expected a map'), 'second.json:1:1'],
])('finds the position of %s', (_, fault, position) => {
  const [{ file, line, column, message } = { file: '', line: 0, column: 0, message: '' }] = toSeedDiagnostics([fault], seeds);
  expect([`${file}:${line}:${column}`, message]).toEqual([position, fault.message]);
});

test('sorts errors by position', () => {
  const faults = [
    createSeedFault(['bogus'], 'not known'),
    createSeedFault(['resources', records], 'wrong'),
    createSeedFault(['resources', zone], 'wrong'),
  ];
  expect(toSeedDiagnostics(faults, seeds).map(({ file, line }) => `${file}:${line}`)).toEqual([
    'first.yaml:3',
    'second.json:2',
    'second.json:3',
  ]);
});
