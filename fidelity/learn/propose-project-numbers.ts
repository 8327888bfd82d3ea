/** Finds the fields whose names contain the number of the project, where requests have its ID. */
import { groupBy } from '../../generator/lib/group-by.js';
import type { Api } from '../../generator/model/model.js';
import { getSchemaId } from '../../generator/model/schema-lookup.js';
import { getBodyDifferences } from './differences.js';
import type { ListEntry } from './entry.js';
import { createFieldRules } from './field-rules.js';
import { minScenarios, Support } from './evidence.js';
import { FieldTypes, getAtPath } from './flatten.js';
import type { Observation } from './observe.js';

/** The project in a name. A normalized recording has `${projectNumber}` for its number. */
const projectInName = /(?:^|\/)projects\/(\$\{\w+\}|[^/]+)/;
const projectNumber = /^(?:\$\{projectNumber\}|\d{4,})$/;

/** A name with a project in a response. */
interface ProjectName {
  readonly schema: string;
  readonly field: string;
  readonly isOperation: boolean;
  readonly hasNumber: boolean;
  /** Whether the mock has a name with the ID of the project. Absent if the exchange wasn't compared. */
  readonly isWrong?: boolean;
  readonly observation: Observation;
}

/** Rules `projectNumber` for schemas of resources and operations. */
export function proposeProjectNumbers(api: Api, observations: readonly Observation[]): ListEntry[] {
  const types = new FieldTypes(api);
  const names = observations.flatMap((observation) => listNames(types, observation));
  // The same field of all resources, or of all operations, has the same form of names, unless an exchange shows otherwise.
  const families = [...groupBy(names, ({ field, isOperation }) => `${isOperation} ${field}`).values()];
  const found = families.flatMap((family) => {
    const common = family.every(({ hasNumber }) => hasNumber) ? toSupport(family) : undefined;
    return [...groupBy(family, ({ schema }) => schema)].flatMap(([schema, own]) => {
      if (!own.every(({ hasNumber }) => hasNumber)) return [];
      const compared = own.filter(({ isWrong }) => isWrong !== undefined);
      if (!compared.some(({ isWrong }) => isWrong)) return [];
      const support = common ?? toSupport(own);
      return support.scenarios < minScenarios ? [] : [{ schema, field: own[0]!.field, support }];
    });
  });
  return createFieldRules('projectNumber', found);
}

function toSupport(names: readonly ProjectName[]): Support {
  const support = new Support();
  for (const { observation } of names) support.add(observation.scenario);
  return support;
}

/** Lists the names with a project in a resource or an operation, if the request has the ID of the project. */
export function listNames(types: FieldTypes, observation: Observation): ProjectName[] {
  const { role, subject, type, value, sent, call } = observation;
  const isOperation = subject === 'operations';
  const schema = getSchemaId(type);
  if (schema === undefined || (role !== 'resource' && !isOperation)) return [];
  const own = projectInName.exec(call.path)?.[1];
  // A request with the number doesn't show what the service returns for an ID.
  if (own !== undefined && projectNumber.test(own)) return [];
  const names: ProjectName[] = [];
  types.visit(value, type, (field, text) => {
    const project = typeof text === 'string' ? projectInName.exec(text)?.[1] : undefined;
    if (project === undefined || getAtPath(sent, field) === text || isOfAny(types, type, field)) return;
    const actual = getActual(observation, field);
    const isWrong = actual === undefined ? undefined : isNameWithId(actual);
    names.push({
      schema,
      field,
      isOperation,
      hasNumber: projectNumber.test(project),
      observation,
      ...(isWrong !== undefined && { isWrong }),
    });
  });
  return names;
}

/** Whether a field is in the result or the metadata of an operation, which are other messages. */
const isOfAny = (types: FieldTypes, type: Observation['type'], field: string): boolean =>
  field.includes('.') && types.find(type, field) === undefined;

function isNameWithId(text: string): boolean {
  const project = projectInName.exec(text)?.[1];
  return project !== undefined && !projectNumber.test(project);
}

/** The text that the mock has in a field, if the exchange was compared. */
function getActual({ call, at }: Observation, field: string): string | undefined {
  const body = call.actual?.body;
  if (body?.kind !== 'json' || at.includes('[') || getBodyDifferences(call) === undefined) return undefined;
  const text = getAtPath(body.value as never, at === '' ? field : `${at}.${field}`);
  return typeof text === 'string' ? text : undefined;
}
