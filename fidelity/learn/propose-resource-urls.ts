/** Proposes rules `resourceUrl`: responses have the full URL of a resource in fields in which requests have a part of it. */
import { groupBy } from '../../generator/lib/group-by.js';
import type { Json } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import { differsAt } from './differences.js';
import type { ListEntry } from './entry.js';
import { createFieldRules } from './field-rules.js';
import { minScenarios, Support } from './evidence.js';
import { FieldTypes, getAtPath } from './flatten.js';
import type { Observation } from './observe.js';

/** A field in which a request names a resource by a part of its URL. */
interface PartialUrl {
  readonly schema: string;
  readonly field: string;
  /** Whether the response has the full URL. Otherwise, it has the text of the request. */
  readonly isFull: boolean;
  readonly observation: Observation;
}

/** Proposes a rule `resourceUrl` for each schema of a resource that has such fields. */
export function proposeResourceUrls(api: Api, observations: readonly Observation[]): ListEntry[] {
  if (api.projectCollection === undefined) return [];
  const types = new FieldTypes(api);
  const urls = observations.filter(({ role }) => role === 'resource').flatMap((observation) => listPartialUrls(types, observation));
  // Fields with the same name contain the same form of names, unless an exchange shows otherwise.
  const families = groupBy(urls, ({ field }) => field.slice(field.lastIndexOf('.') + 1));
  const found = [...families.values()].flatMap((family) => {
    const isCommon = family.every(({ isFull }) => isFull);
    return [...groupBy(family, ({ schema, field }) => `${schema} ${field}`).values()].flatMap((own) => {
      const support = toSupport(isCommon ? family : own);
      const isDifferent = own.some(({ observation, field }) => differsAt(observation, field) === true);
      const isShown = own.every(({ isFull }) => isFull) && isDifferent && support.scenarios >= minScenarios;
      return isShown ? [{ schema: own[0]!.schema, field: own[0]!.field, support }] : [];
    });
  });
  return createFieldRules('resourceUrl', found);
}

function toSupport(urls: readonly PartialUrl[]): Support {
  const support = new Support();
  for (const { observation } of urls) support.add(observation.scenario);
  return support;
}

/** Lists the fields of a resource in which a request has a part of a URL: `projects/p/global/networks/n`, `global/networks/n`. */
function listPartialUrls(types: FieldTypes, observation: Observation): PartialUrl[] {
  const { type, value, sent, subject } = observation;
  const urls: PartialUrl[] = [];
  types.visit(sent ?? {}, type, (field, own) => {
    const isFull = hasFullUrl(own, getAtPath(value, field));
    if (isFull !== undefined) urls.push({ schema: subject, field, isFull, observation });
  });
  return urls;
}

const partialUrl = /^(?:[\w${}.-]+\/){1,9}[\w${}.-]+$/;

/**
 * Returns true if a response has the full URL for the part of it in the request, and false if it has the same part. Returns `undefined` for
 * any other value, or if the request has no part of a URL.
 */
function hasFullUrl(sent: Json, value: Json | undefined): boolean | undefined {
  if (Array.isArray(sent)) {
    const forms = Array.isArray(value) && value.length === sent.length ? sent.map((own: Json, index) => hasFullUrl(own, value[index])) : [];
    return new Set(forms).size === 1 ? forms[0] : undefined;
  }
  if (typeof sent !== 'string' || typeof value !== 'string' || !partialUrl.test(sent)) return undefined;
  if (sent === value) return false;
  return value.startsWith('https://') && value.endsWith(`/${sent}`) ? true : undefined;
}
