/** Reads the examples of the YAML files and puts each into the value that is validated. README.md describes the format. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type CollectionTag, type ScalarTag, YAMLSeq } from 'yaml';
import { deriveExamples } from './defaults.js';
import { isCheckedByValidator, keywords, objectKeywords } from './kinds.js';
import type { Target } from './compile.js';
import { apiNames, rules, type ApiName, type SpecifiedRule } from './specifications.js';

const folder = join(import.meta.dirname, '..');

interface WrittenExample {
  readonly rules?: readonly string[];
  readonly rule?: string;
  /** Examples of a named set. */
  readonly use?: string;
  /** A request or response of a method, if the schema itself is not validated. */
  readonly request?: string;
  readonly response?: string;
  /** The path of the schema in it. */
  readonly at?: string;
  /** The surrounding value. */
  readonly base?: object;
  readonly accept?: readonly unknown[];
  readonly reject?: readonly WrittenRejection[];
}
interface WrittenRejection {
  readonly value: unknown;
  readonly keyword?: string;
  readonly path?: string;
  readonly message?: string;
}
interface File {
  /** Further required parts of a method's request. */
  readonly requests?: Readonly<Record<string, object>>;
  /** Further required fields of a resource. */
  readonly resources?: Readonly<Record<string, object>>;
  readonly examples: readonly WrittenExample[];
}

export interface Example {
  readonly api: ApiName;
  /** The covered rules. */
  readonly rules: readonly SpecifiedRule[];
  readonly accepted: readonly AcceptedExample[];
  readonly rejected: readonly RejectedExample[];
}
export interface AcceptedExample {
  readonly target: Target;
  readonly value: unknown;
  /** Validates only this place, because the value is incomplete. */
  readonly within?: string;
  /** Compares only this keyword at the place. */
  readonly only?: string;
}
export interface RejectedExample extends AcceptedExample {
  readonly keyword: string;
  readonly path: string;
  readonly message: string | undefined;
}

/** A certificate or key in PEM form; validators ignore the base64 content. */
const pem = (label: string): string => `-----BEGIN ${label}-----\nMIIBszCCAVmgAwIBAgIUZpmVfK0=\n-----END ${label}-----\n`;
const listValues = (seq: YAMLSeq): readonly unknown[] => seq.toJSON() as readonly unknown[];

const tags: (ScalarTag | CollectionTag)[] = [
  /** `!repeat [a, 63]`: a repeated text. */
  {
    tag: '!repeat',
    collection: 'seq',
    resolve: (seq) => String(listValues(seq as YAMLSeq)[0]).repeat(Number(listValues(seq as YAMLSeq)[1])),
  },
  /** `!certificates 3`: a chain of PEM certificates. */
  { tag: '!certificates', resolve: (count: string) => pem('CERTIFICATE').repeat(Number(count)) },
  { tag: '!pem', resolve: (label: string) => pem(label) },
  /** `!base64 32`: base64 of that many bytes. */
  { tag: '!base64', resolve: (bytes: string) => Buffer.alloc(Number(bytes), 'k').toString('base64') },
];

export function readYaml(name: string): unknown {
  return parse(readFileSync(join(folder, name), 'utf8'), { customTags: tags, merge: true });
}

const sets = readYaml('sets.yaml') as Readonly<Record<string, Pick<WrittenExample, 'accept' | 'reject'>>>;
const byId = new Map(rules.map((rule) => [rule.id, rule]));

/** IDs in YAML files that no specification contains. */
export const unknownIds: string[] = [];

/** Splits `Snapshot.name pattern minLength` into two rules. */
function findRules(api: ApiName, line: string): SpecifiedRule[] {
  const [owner = ''] = line.split(' ', 1);
  // Further validations of one field are numbered.
  const facets = line.slice(owner.length).match(/[^ ]+(?: \d+)?/g) ?? [];
  return facets.flatMap((facet) => {
    const id = `${api} ${owner} ${facet}`;
    const rule = byId.get(id);
    if (rule === undefined) unknownIds.push(id);
    return rule ?? [];
  });
}

/** `Subnetwork.secondaryIpRanges[].rangeName` as `['secondaryIpRanges', 0, 'rangeName']`; a member of a map is called `key`. */
function toSteps(owner: string): (string | number)[] {
  return [...owner.matchAll(/\.([^.[{]+)|(\[\])|(\{\})/g)].map(([, name, element]) => name ?? (element === undefined ? 'key' : 0));
}

interface ValueLocation {
  readonly target: Target;
  readonly steps: readonly (string | number)[];
  readonly base: object;
}

/** The place of an example's value. */
function locateValue(
  rule: SpecifiedRule,
  { request, response, at: pathText = '', base = {} }: WrittenExample,
  { requests = {}, resources = {} }: File,
): ValueLocation {
  const { api, facet } = rule;
  const parameter = /^(.*)\((.*)\)$/.exec(rule.owner);
  const method = request ?? response;
  const leadingSteps = pathText
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  if (method !== undefined) {
    const message = request === undefined ? 'response' : 'request';
    const surrounding = request === undefined ? base : { ...requests[request], ...base };
    return { target: { method, message }, steps: [...leadingSteps, ...fieldSteps(rule)], base: surrounding };
  }
  if (parameter !== null || rule.owner.startsWith(`${api}.`)) {
    const id = (parameter?.[1] ?? rule.owner).slice(api.length + 1);
    return {
      target: { method: id, message: 'request' },
      steps: parameter === null || objectKeywords.has(facet) ? [] : [parameter[2] ?? ''],
      base: { ...requests[id], ...base },
    };
  }
  const schema = rule.owner.split('.')[0] ?? '';
  return { target: { schema }, steps: fieldSteps(rule), base: { ...resources[schema], ...base } };
}

/** The path of the validated value: the field, or its object for a rule between fields and for facets about absence. */
function fieldSteps({ owner, facet, pointer }: SpecifiedRule): (string | number)[] {
  const steps = toSteps(owner);
  return objectKeywords.has(facet) && pointer.at(-2) !== 'x-rules' ? steps.slice(0, -1) : steps;
}

/** A copy of `base` with `value` at the end of a path; an object is merged into the existing one. */
function setAt(base: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return isPlain(base) && isPlain(value) ? { ...base, ...value } : value;
  const inner = setAt(
    isPlain(base) || Array.isArray(base) ? (base as Readonly<Record<string | number, unknown>>)[step] : undefined,
    rest,
    value,
  );
  return typeof step === 'number' ? [inner] : { ...(base as object | undefined), [step]: inner };
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
}

function createExamples(api: ApiName, handwritten: WrittenExample, file: File): Example[] {
  const { accept, reject } = handwritten.use === undefined ? handwritten : { ...sets[handwritten.use], ...handwritten };
  return (handwritten.rules ?? [handwritten.rule ?? '']).flatMap((line): Example[] => {
    const coveredRules = findRules(api, line);
    const [first] = coveredRules;
    if (first === undefined) return [];
    const location = locateValue(first, handwritten, file);
    const resource = first.facet === 'readOnly' ? locateValue(first, {}, file) : location;
    return [
      {
        api,
        rules: coveredRules,
        accepted: (accept ?? []).map((value) => ({ target: location.target, value: setAt(location.base, location.steps, value) })),
        rejected: (reject ?? []).map(({ value, keyword = keywords.get(first.facet) ?? '', path = '', message }) => ({
          target: resource.target,
          value: setAt(resource.base, resource.steps, value),
          keyword,
          path: `${toPointer(resource.steps)}${path}`,
          message,
        })),
      },
    ];
  });
}

const handwritten: readonly Example[] = apiNames
  .filter((api) => readdirSync(folder).includes(`${api}.yaml`))
  .flatMap((api) => {
    const file = readYaml(`${api}.yaml`) as File;
    return file.examples.flatMap((example) => createExamples(api, example, file));
  });

/** Examples of overlay rules without handwritten ones. */
function createDerivedExamples(): Example[] {
  const coveredIds = new Set(handwritten.flatMap((example) => example.rules.map(({ id }) => id)));
  const helpers = { sets, toPointer, toSteps, setAt: (steps: readonly (string | number)[], value: unknown) => setAt({}, steps, value) };
  return rules
    .filter((rule) => isCheckedByValidator(rule) && !coveredIds.has(rule.id))
    .flatMap((rule) => {
      const derived = deriveExamples(rule, helpers);
      return derived === undefined ? [] : [{ api: rule.api, rules: [rule], ...derived }];
    });
}

export const examples: readonly Example[] = [...handwritten, ...createDerivedExamples()];
