/** Searches for a request of each method that the target accepts. */
import { getAt, isObject, toCanonicalText, toObject, type Json, type JsonObject } from '../../../generator/lib/json.js';
import type { Method } from '../../../generator/model/model.js';
import type { ApiIndex } from '../api-index.js';
import { hasForm } from '../value-form.js';
import { listCandidates } from '../values.js';
import { listAskedFields } from './asked-fields.js';
import { countRouteSteps, findCreated } from './call-path.js';
import { parseTemplate } from '../../../runtime/paths/template.js';
import { findFieldLink, listRequestFields, type RequestField } from './field-tree.js';
import { describeReply, LiveError, type KnownRequest, type LiveReply, type Scene, type Setting } from './scene.js';

/** The maximum numbers of requests to find one that the target accepts, of those without a response, and of values of a field. */
const [maxRequests, maxSilences, maxValues] = [60, 2, 5];

/** Values for requests that nothing else tells, by the ID of a method: members of the body, and query parameters. */
export type GivenValues = Readonly<Record<string, JsonObject>>;

export interface SearchOptions {
  readonly values: GivenValues;
  /** Whether a call can be sent at all. */
  readonly isStopped: () => boolean;
  /** Settings that the request must contain. Default: none. */
  readonly fixed?: readonly Setting[];
}

/** Searches for a request of a method. */
export async function searchRequest(scene: Scene, method: Method, { values, isStopped, fixed = [] }: SearchOptions): Promise<KnownRequest> {
  const fields = listRequestFields(method, scene.index.lookup);
  const given = listGivenSettings(method, values[method.id], fields);
  const isFixed = ({ pointer, in: place }: Pick<Setting, 'pointer' | 'in'>): boolean =>
    [...given, ...fixed].some(
      (each) => each.in === place && each.pointer.every((key, at) => pointer[at] === undefined || pointer[at] === key),
    );
  const initial = [...listInitialSettings(scene.index, method, fields), ...given, ...fixed];
  const search = new Search(scene, method, { fields, isFixed });
  // A server can need long for the first request of its kind.
  const early = await search.send(initial);
  const first = early.isSilent ? await search.send(initial) : early;
  if (first.missing !== undefined) return { kind: 'notImplemented', reason: first.missing };
  // The newest attempt is the last one. If nothing improves it, the one before is tried again with other values.
  const attempts: Attempt[] = [{ settings: initial, reply: first }];
  let last = first;
  for (let current = attempts.at(-1); current !== undefined && !isStopped(); current = attempts.at(-1)) {
    if (current.reply.isAccepted) return { kind: 'found', ...current };
    if (search.isExhausted) break;
    const next = await search.improve(current);
    if (next === undefined) attempts.pop();
    else attempts.push(next);
    last = next?.reply ?? last;
  }
  if (await lacksVerb(scene, last)) return { kind: 'notImplemented', reason: 'the target has no such route' };
  return { kind: 'unknown', reason: describeReply(last) };
}

/** Whether the target treats the custom verb of a path as a part of the name: any other verb gets the same error. */
async function lacksVerb(scene: Scene, { call, ...reply }: LiveReply): Promise<boolean> {
  const { verb } = parseTemplate(call.method.route);
  const [path = '', query] = call.http.path.split(/\?(.*)/s);
  if (verb === undefined || reply.status === 0 || !path.endsWith(`:${verb}`)) return false;
  const other = `${path.slice(0, -verb.length)}noSuchVerb${query === undefined ? '' : `?${query}`}`;
  const received = await scene.send({ ...call, http: { ...call.http, path: other } });
  return received.status === reply.status && received.message.replaceAll('noSuchVerb', verb) === reply.message;
}

interface Attempt {
  readonly settings: readonly Setting[];
  readonly reply: LiveReply;
}

interface KnownFields {
  readonly fields: readonly RequestField[];
  /** Whether a field must keep its value. */
  readonly isFixed: (setting: Pick<Setting, 'pointer' | 'in'>) => boolean;
}

class Search {
  count = 0;
  /** The number of requests to which the target didn't respond in time. */
  #silences = 0;
  readonly #tried = new Set<string>();

  constructor(
    private readonly scene: Scene,
    private readonly method: Method,
    private readonly known: KnownFields,
  ) {}

  get isExhausted(): boolean {
    return this.count >= maxRequests || this.#silences >= maxSilences;
  }

  async send(settings: readonly Setting[]): Promise<LiveReply> {
    this.count += 1;
    this.#tried.add(toKey(settings));
    const reply = await this.scene.send(await this.scene.build(this.method, settings));
    if (reply.isSilent) this.#silences += 1;
    return reply;
  }

  /** Changes the fields that the error asks for, or else sets others. Returns an attempt that gets another error, or none. */
  async improve({ settings, reply: failed }: Attempt): Promise<Attempt | undefined> {
    const asked = listAskedFields(failed.message, this.known.fields);
    const others = this.known.fields.filter((field) => !asked.includes(field) && field.pointer.length === 1 && !isSet(settings, field));
    const ordered = [...asked, ...others.filter(({ isRequired }) => isRequired), ...others.filter(({ isRequired }) => !isRequired)];
    const usable = (field: RequestField): boolean => !field.isOutput && !field.isDeprecated && !this.known.isFixed(field);
    const unset = asked.filter((field) => usable(field) && getSetting(settings, field.pointer) === undefined);
    const together = unset.length > 1 ? [unset.flatMap((field) => listFieldSettings(field, this.scene.index).slice(0, 1))] : [];
    const changes = [
      ...together.map((settings) => ({ settings, isAsked: true })),
      ...ordered
        .filter(usable)
        .flatMap((field) => this.#listChanges(field).map((settings) => ({ settings, isAsked: asked.includes(field) }))),
    ];
    for (const change of changes) {
      if (this.isExhausted) return undefined;
      const next = replaceSettings(settings, change.settings);
      if (this.#tried.has(toKey(next))) continue;
      const reply = await this.send(next).catch((error: unknown) => {
        if (!(error instanceof LiveError)) throw error;
      });
      if (reply === undefined) continue;
      // Another error about a field that nobody asked for isn't progress.
      const isProgress = change.isAsked && reply.missing === undefined && reply.status !== 0 && !isSameError(reply, failed);
      if (reply.isAccepted || isProgress) return { settings: next, reply };
    }
    return undefined;
  }

  #listChanges(field: RequestField): readonly (readonly Setting[])[] {
    const mask = this.method.updateMask?.name;
    if (mask !== undefined && field.name === mask) return this.#listMaskChanges(field);
    return listFieldSettings(field, this.scene.index).map((setting) => [setting]);
  }

  /** Sets one field of the resource, and the mask to it. */
  #listMaskChanges(mask: RequestField): readonly (readonly Setting[])[] {
    const wrap = this.method.requestWrap === undefined ? [] : [this.method.requestWrap];
    const ids = this.scene.index.getTarget(this.method)?.idFields ?? [];
    const inner = this.known.fields.filter(
      ({ pointer, in: place, isOutput, isDeprecated, name }) =>
        place === 'body' &&
        pointer.length === wrap.length + 1 &&
        wrap.every((name, at) => pointer[at] === name) &&
        !isOutput &&
        !isDeprecated &&
        name !== 'name' &&
        !ids.includes(name),
    );
    return inner.flatMap((field) =>
      listFieldSettings(field, this.scene.index)
        .slice(0, 2)
        .map((setting) => [setting, { in: mask.in, pointer: mask.pointer, value: field.name }]),
    );
  }
}

const toKey = (settings: readonly Setting[]): string =>
  toCanonicalText(settings.map(({ link, ...setting }) => ({ ...setting, ...(link && { link: link.resource.path }) })));

const isSet = (settings: readonly Setting[], { pointer, in: place }: RequestField): boolean =>
  settings.some((setting) => setting.in === place && setting.pointer[0] === pointer[0]);

/** Whether two replies have the same error, apart from the names in them. */
const isSameError = (one: LiveReply, other: LiveReply): boolean => one.status === other.status && toErrorText(one) === toErrorText(other);

const toErrorText = ({ message, call }: LiveReply): string => call.names.reduce((text, name) => text.replaceAll(name, ''), message);

const replaceSettings = (settings: readonly Setting[], changes: readonly Setting[]): readonly Setting[] => [
  ...settings.filter((setting) => !changes.some((change) => change.in === setting.in && isEqualPointer(change, setting))),
  ...changes,
];

const isEqualPointer = (one: Setting, other: Setting): boolean => one.pointer.join('/') === other.pointer.join('/');

/** Lists the settings of a field: a link, examples of its description, and values of its type. */
export function listFieldSettings(field: RequestField, index: ApiIndex): readonly Setting[] {
  const { pointer, in: place, type, description } = field;
  const { lookup } = index;
  const resolved = lookup.resolve(type);
  const link = findFieldLink(field, index);
  const items = resolved?.kind === 'array' ? findFieldLink({ ...field, type: resolved.items }, index) : undefined;
  const examples = listExamples(description).filter((example) => hasForm(example, type, lookup));
  const durations = resolved?.kind === 'string' && resolved.format === 'google-duration' ? listDurations(description) : [];
  const times = resolved?.kind === 'string' && /^(?:google-datetime|date-time)$/.test(resolved.format ?? '') ? ['{now}'] : [];
  const returned = resolved?.kind === 'string' && resolved.format === 'byte' ? findReturnedField(field, index) : [];
  const values = listCandidates(type, lookup).filter((value) => hasForm(value, type, lookup) && !isUnset(value));
  return [
    ...(link === undefined ? [] : [{ in: place, pointer, link }]),
    ...(items === undefined ? [] : [{ in: place, pointer, link: items, isList: true }]),
    ...[
      ...(resolved?.kind === 'string' && resolved.enum === undefined ? [...returned, ...examples, ...durations, ...times] : []),
      ...preferStated(values),
    ]
      .slice(0, maxValues)
      .map((value) => ({ in: place, pointer, value })),
  ];
}

/** Puts values such as `TYPE_UNSPECIFIED` last. */
const preferStated = (values: readonly Json[]): readonly Json[] =>
  [...values].sort((one, other) => Number(String(one).endsWith('UNSPECIFIED')) - Number(String(other).endsWith('UNSPECIFIED')));

const isUnset = (value: Json): boolean =>
  value === '' || (isObject(value) && Object.keys(value).length === 0) || toCanonicalText(value) === '[]';

/** Lists the texts in quotation marks or code after "for example", "e.g.", or "such as". */
function listExamples(description: string): readonly string[] {
  const parts = description.split(/\b(?:for example|e\.g\.|example:|such as)/i).slice(1);
  return parts.flatMap((part) => [...part.slice(0, 200).matchAll(/[`"“]([^`"“”\n]{1,100})[`"”]/g)].map(([, text = '']) => text));
}

/** Returns the template of the value that another method returns in a field with the same name, such as a transaction. */
function findReturnedField({ name }: RequestField, { api, lookup }: ApiIndex): readonly string[] {
  const method = api.methods.find(
    ({ response, id }) => lookup.field(response, name) !== undefined && /begin|create|start|get/i.test(id.split('.').at(-1) ?? ''),
  );
  return method === undefined ? [] : [`{${method.id}#${name}}`];
}

const units: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };

/** Lists the durations in a description, such as "10 minutes". The shortest ones and the longest ones are often bounds. */
const listDurations = (description: string): readonly string[] =>
  [...description.matchAll(/\b(\d+) (second|minute|hour|day)s?\b/g)].map(
    ([, count = '1', unit = 'second']) => `${Number(count) * (units[unit] ?? 1)}s`,
  );

function listGivenSettings(method: Method, given: JsonObject | undefined, fields: readonly RequestField[]): readonly Setting[] {
  return Object.entries(toObject(given)).map(([name, value]): Setting => {
    const isQuery = fields.some((field) => field.in === 'query' && field.name === name);
    const isBody = method.request !== undefined && fields.some((field) => field.in === 'body' && field.name === name);
    return { in: isQuery && !isBody ? 'query' : 'body', pointer: [name], value };
  });
}

/** The settings of the first request: what the description requires, and the name of a new resource. */
function listInitialSettings(index: ApiIndex, method: Method, fields: readonly RequestField[]): readonly Setting[] {
  const { action } = method;
  const created = findCreated(index, method);
  const resource = created ?? index.getTarget(method);
  const isCreation = created !== undefined;
  const isInPath = isCreation && method.httpMethod !== 'POST' && countRouteSteps(method.route) >= countRouteSteps(resource?.path ?? '');
  const wrap = method.requestWrap;
  const ids = isCreation
    ? [...method.idParameters.flat(), ...(action.kind === 'create' && action.id !== undefined ? [action.id] : [])]
    : [];
  const isId = ({ name, pointer }: RequestField): boolean => pointer.length === 1 && ids.some((id) => id === name);
  const hasId = isInPath || fields.some(isId);
  const idFields = isCreation && !hasId && resource?.generatedIds.length !== resource?.idFields.length ? (resource?.idFields ?? []) : [];
  const own = (wrap === undefined ? [] : [wrap]).length + 1;
  const settings: Setting[] = [];
  for (const field of fields) {
    const { name, pointer, in: place, isOutput } = field;
    const isInResource = place === 'body' && pointer.length === own && (wrap === undefined || pointer[0] === wrap);
    const isResourceName = isCreation && isInResource && (resource?.idFields.includes(name) || name === 'name');
    if (isOutput || (place === 'query' && !field.isRequired && !isId(field))) continue;
    if (isId(field) || (isInResource && idFields.includes(name))) settings.push({ in: place, pointer, value: '{name}' });
    else if (isResourceName || (isInResource && method.updateMask !== undefined && (name === 'name' || resource?.idFields.includes(name))))
      continue;
    else if (field.isRequired && pointer.length <= own && name !== method.updateMask?.name) {
      const [first] = listFieldSettings(field, index);
      const isOuter = index.lookup.object(field.type) !== undefined;
      if (first !== undefined) settings.push(isOuter ? { in: place, pointer, value: {} } : first);
    }
  }
  const isChange = method.updateMask !== undefined && (action.kind === 'patch' || action.kind === 'update');
  if (isChange && wrap !== undefined && !settings.some(({ pointer }) => pointer[0] === wrap))
    settings.push({ in: 'body', pointer: [wrap], value: {} });
  return settings;
}

/** Returns the value of a setting in a body. */
export const getSetting = (settings: readonly Setting[], pointer: readonly (string | number)[]): Json | undefined =>
  settings
    .filter((setting) => setting.in === 'body' && setting.value !== undefined && setting.pointer.every((key, at) => key === pointer[at]))
    .map((setting) => getAt(setting.value as Json, pointer.slice(setting.pointer.length)))
    .at(-1);
