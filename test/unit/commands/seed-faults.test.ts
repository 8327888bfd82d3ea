/** What the mock finds wrong with a seed, where it stands in the files. */
import { expect, test } from 'vitest';
import { seedFindings } from '../../../generator/commands/seed-faults.js';

const zone = '/dns/v1/projects/p/managedZones/z';
const first = { path: 'first.yaml', text: `resources:\n  ${zone}: { name: z }\n  ${zone}/rrsets/a./A:\n    rrdatas: [1.2.3.4, 5]\n` };
const second = { path: 'second.json', text: `{\n  "resources": { "${zone}": { "name": 5 } },\n  "bogus": 1\n}` };

test.each([
  ['a member that is not known', 'bogus: not known', 'second.json:3:3'],
  ['a member of the wrong type', 'resources: expected a map', 'second.json:2:3'],
  ['a resource', `resources.${zone}/rrsets/a./A: what it stands below does not exist`, 'first.yaml:3:3'],
  ['a field of one', `resources.${zone}/rrsets/a./A: Invalid value for 'rrdatas[1]': must be string`, 'first.yaml:4:24'],
  ['a field that is missing', `resources.${zone}/rrsets/a./A: Required value 'type' is missing.`, 'first.yaml:3:3'],
  ['a resource that both hold', `resources.${zone}: Invalid value for 'name': must be string`, 'second.json:2:65'],
  ['what stands in neither', 'nothing of theirs', 'second.json:1:1'],
])('%s', (_, fault, place) => {
  const [{ file, line, column, message } = { file: '', line: 0, column: 0, message: '' }] = seedFindings([fault], [first, second]);
  expect([`${file}:${line}:${column}`, message]).toEqual([place, fault]);
});

test('several faults come in the order of their places', () => {
  const found = seedFindings(['bogus: not known', `resources.${zone}/rrsets/a./A: wrong`, `resources.${zone}: wrong`], [first, second]);
  expect(found.map(({ file, line }) => `${file}:${line}`)).toEqual(['first.yaml:3', 'second.json:2', 'second.json:3']);
});
