/** Which parameters and body fields ask to validate a request without executing it. */
import { expect, test } from 'vitest';
import { resolveApi } from '../../../support/packages.js';

const job = '{ name: { type: string }, configuration: { $ref: Configuration } }';

const createApi = (query: string, fields: string, configuration: string): string => `
schemas:
  Configuration: { id: Configuration, type: object, properties: { query: { type: string }, ${configuration} } }
  Job: { id: Job, type: object, properties: ${job} }
  Run: { id: Run, type: object, properties: { job: { $ref: Job }, ${fields} } }
  Report: { id: Report, type: object, properties: { recorded: { type: boolean }, dryRun: { type: boolean } } }
resources:
  jobs:
    methods:
      get: { httpMethod: GET, path: 'v1/jobs/{job}', parameters: { job: { type: string, location: path, required: true } }, response: { $ref: Job } }
      insert: { httpMethod: POST, path: v1/jobs, parameters: { ${query} }, request: { $ref: Job }, response: { $ref: Job } }
      run: { httpMethod: POST, path: 'v1/jobs:run', request: { $ref: Run }, response: { $ref: Job } }
      report: { httpMethod: POST, path: 'v1/jobs:report', request: { $ref: Run }, response: { $ref: Report } }
`;

interface Case {
  readonly query?: string;
  readonly fields?: string;
  readonly configuration?: string;
  readonly insert?: readonly string[];
  readonly run?: readonly string[];
  readonly report?: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  'the parameter of AIP-163': { query: 'validateOnly: { type: boolean, location: query }', insert: ['validateOnly'] },
  'another spelling': { query: 'dry-run: { type: boolean, location: query }', insert: ['dry-run'] },
  'the parameter of Kubernetes': { query: 'dryRun: { type: string, location: query }', insert: ['dryRun'] },
  'a vague name whose description states that nothing happens': {
    query: 'preview: { type: boolean, location: query, description: Returns the result without saving it. }',
    insert: ['preview'],
  },
  'a vague name without such a description': {
    query: 'validate: { type: boolean, location: query, description: Ignored. All uploads are validated. }',
  },
  'a name that says the opposite': {
    query: 'skipValidation: { type: boolean, location: query, description: Create the job without validating it. }',
  },
  'a field of the request': {
    fields: 'validate_only: { type: boolean }',
    run: ['requestBody.validate_only'],
    report: ['requestBody.validate_only'],
  },
  'a field that the result repeats is recorded': { fields: 'dryRun: { type: boolean }', run: ['requestBody.dryRun'] },
  'a field in the resource whose description states that nothing happens': {
    configuration: 'dryRun: { type: boolean, description: "If set, the service does not actually run this job." }',
    insert: ['requestBody.configuration.dryRun'],
  },
  'a field of the resource with another meaning': {
    configuration: 'dryRun: { type: boolean, description: Whether the policy only logs violations. }',
  },
  'an output-only field': { fields: 'validateOnly: { type: boolean, readOnly: true }' },
};

test.each(Object.keys(cases))('%s', (name) => {
  const { query = '', fields = '', configuration = '', insert = [], run = [], report = [] } = cases[name] as Case;
  const api = resolveApi(createApi(query, fields, configuration));
  const find = (method: string): unknown => api.methods.find((each) => each.name === method)?.validateOnly;
  expect([find('insert'), find('run'), find('report')]).toEqual([insert, run, report]);
});
