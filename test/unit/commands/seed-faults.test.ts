/** What the mock finds wrong with a seed, where it stands in the files. */
import { expect, test } from 'vitest';
import { seedFindings } from '../../../generator/commands/seed-faults.js';
import { faultAt, type SeedFault } from '../../../templates/runtime/mock/seed/fault.js';

const zone = '/dns/v1/projects/p/managedZones/z';
const first = { path: 'first.yaml', text: `resources:\n  ${zone}: { name: z }\n  ${zone}/rrsets/a./A:\n    rrdatas: [1.2.3.4, 5]\n` };
const second = { path: 'second.json', text: `{\n  "resources": { "${zone}": { "name": 5 } },\n  "bogus": 1\n}` };

const records = `${zone}/rrsets/a./A`;

test.each<[string, SeedFault, string]>([
  ['a member that is not known', faultAt(['bogus'], 'not known'), 'second.json:3:3'],
  ['a member of the wrong type', faultAt(['resources'], 'expected a map'), 'second.json:2:3'],
  ['a resource', faultAt(['resources', records], 'what it stands below does not exist'), 'first.yaml:3:3'],
  ['a field of one', faultAt(['resources', records], "Invalid value for 'rrdatas[1]': must be string", 'rrdatas[1]'), 'first.yaml:4:24'],
  ['a field that is missing', faultAt(['resources', records], "Required value 'type' is missing.", 'type'), 'first.yaml:3:3'],
  ['an element', faultAt(['resources', records, 'rrdatas', 0], 'expected text'), 'first.yaml:4:15'],
  ['a resource that both hold', faultAt(['resources', zone], "Invalid value for 'name': must be string", 'name'), 'second.json:2:65'],
  ['what stands in neither', faultAt([], 'expected a map'), 'second.json:1:1'],
])('%s', (_, fault, place) => {
  const [{ file, line, column, message } = { file: '', line: 0, column: 0, message: '' }] = seedFindings([fault], [first, second]);
  expect([`${file}:${line}:${column}`, message]).toEqual([place, fault.message]);
});

test('several faults come in the order of their places', () => {
  const faults = [faultAt(['bogus'], 'not known'), faultAt(['resources', records], 'wrong'), faultAt(['resources', zone], 'wrong')];
  expect(seedFindings(faults, [first, second]).map(({ file, line }) => `${file}:${line}`)).toEqual([
    'first.yaml:3',
    'second.json:2',
    'second.json:3',
  ]);
});
