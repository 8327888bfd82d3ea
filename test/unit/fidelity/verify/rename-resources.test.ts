import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../generator/lib/json.js';
import { buildModel } from '../../../../generator/model/build.js';
import { createMatcher } from '../../../../fidelity/recordings/match-exchange.js';
import { readRecording } from '../../../../fidelity/recordings/read-recording.js';
import { renameResources } from '../../../../fidelity/verify/rename-resources.js';
import { document } from '../../../support/things-document.js';

const match = createMatcher([buildModel(document as unknown as JsonObject, { variables: {} })]);

/** Returns the lines of the renamed exchanges that the recording changes. */
function rename(recording: string, projects: readonly string[] = ['tests']): readonly string[] {
  const exchanges = readRecording({ path: 'a.log', text: recording }).recording?.scenarios[0]?.exchanges ?? [];
  let count = 0;
  const renamed = renameResources(exchanges, {
    projects,
    createSuffix: () => `x${(count += 1)}`,
    findCall: ({ request }) => {
      const found = match(request);
      return found.kind === 'match' ? found : undefined;
    },
  });
  return renamed.flatMap(({ request, response }) => [
    `${request.method} ${request.url.replace('https://things.example.com/v1/', '')}`,
    ...[request.body, response?.body].flatMap((body) => (body?.kind === 'json' ? JSON.stringify(body.value) : [])),
  ]);
}

const create = (
  id: string,
  project = 'acme',
  note = '',
): string => `POST https://things.example.com/v1/projects/${project}/things?thingId=${id}

{ "note": "${note}" }

200 OK
Content-Type: application/json

{ "name": "projects/${project}/operations/1", "response": { "name": "projects/${project}/things/${id}", "note": "${note}" } }
`;

const read = (path: string): string => `GET https://things.example.com/v1/${path}

200 OK
Content-Type: application/json

{ "name": "${path}" }
`;

test('renames the project, and what the recording creates, in requests and responses', () => {
  expect(rename([create('a'), read('projects/acme/things/a')].join('\n---\n\n'))).toEqual([
    'POST projects/tests/things?thingId=ax1',
    '{"note":""}',
    '{"name":"projects/tests/operations/1","response":{"name":"projects/tests/things/ax1","note":""}}',
    'GET projects/tests/things/ax1',
    '{"name":"projects/tests/things/ax1"}',
  ]);
});

test('keeps the names of what existed before', () => {
  expect(rename(read('projects/acme/things/old'))).toEqual(['GET projects/tests/things/old', '{"name":"projects/tests/things/old"}']);
});

test('renames whole names only', () => {
  const [, note] = rename(create('ab', 'acme', 'ab, abc, ab-c, x/ab, acme-ab'));
  expect(note).toBe('{"note":"abx1, abc, ab-c, x/abx1, acme-ab"}');
});

test('maps further projects in order, and keeps those without a new name', () => {
  const recording = ['one', 'two', 'three'].map((project) => create('t', project)).join('\n---\n\n');
  const paths = rename(recording, ['tests', 'more']).filter((line) => line.startsWith('POST'));
  expect(paths.map((path) => path.split('/')[1])).toEqual(['tests', 'more', 'three']);
});

test('renames names with placeholders', () => {
  expect(rename(create('a-${uniqueId}', '${projectId}'))[0]).toBe('POST projects/tests/things?thingId=a-${uniqueId}x1');
});
