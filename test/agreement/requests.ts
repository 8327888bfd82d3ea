/** Builds a valid request for each method and variants with one changed value or parameter. */
import { isObject, type Json as Stated, getMember } from '../../generator/read/specification.js';
import type { MethodBehavior } from '../../templates/runtime/descriptor.js';
import type { Json, JsonObject, MockOptions } from '../../templates/runtime/mock/index.js';
import type { GeneratedPackage } from '../conformance/world.js';
import { prepareCall } from '../rules/state/scene.js';
import { resolvePointer, findMethod, getSpecification, type ApiName } from '../rules/support/specifications.js';

export interface Request {
  readonly method: MethodBehavior;
  /** The change. */
  readonly change: string;
  /** The value is removed. */
  readonly removes: boolean;
  readonly httpMethod: string;
  /** From the root, with the query. */
  readonly target: string;
  readonly body: JsonObject | undefined;
  /** The seed of the mock. */
  readonly options: MockOptions;
}

type Package = Pick<GeneratedPackage<unknown>, 'behavior'>;
type Steps = readonly (string | 0)[];

/** Parameter values: some invalid for every parameter, some valid. */
const texts = ['', 'x', '-1', '1', '1.5', '99999999999', 'true', 'name', '*', 'a,b', 'a b', '1h', '00000000-0000-0000-0000-000000000000'];

/** Parameters that every method accepts, and an unknown one. */
const everywhere = ['fields', 'alt', 'callback', 'prettyPrint', '$.xgafv', 'noSuchParameter'];

/** Values of every type. The first is `undefined`. */
const strings: readonly Json[] = ['', 'x', 'X Y.', 'a..b', '7', 'true'];
const values: readonly (Json | undefined)[] = [
  undefined,
  null,
  ...strings,
  7,
  -1,
  1.5,
  99_999_999_999,
  true,
  [],
  ['x'],
  [{}],
  {},
  { x: 'y' },
];

/** Nesting depth of the changed values. */
const DEPTH = 4;

/** Parameters that a call needs in addition to its path. */
const queries: ReadonlyMap<string, string> = new Map([['osconfig.projects.guestPolicies.create', '?guestPolicyId=x9']]);

export function buildValidRequest({ behavior }: Package, method: MethodBehavior): Request {
  const { line, body, seed } = prepareCall(behavior, method);
  const [httpMethod = '', path = ''] = line.split(' ');
  const target = path + (queries.get(method.method.id) ?? '');
  return { method, change: 'nothing', removes: false, httpMethod, target, body: body as JsonObject | undefined, options: seed };
}

export function buildChangedRequests(api: Package, method: MethodBehavior): readonly Request[] {
  const valid = buildValidRequest(api, method);
  return [...withParameters(valid), ...withValues(valid, api.behavior.name as ApiName)];
}

function withParameters(valid: Request): readonly Request[] {
  const { searchParams } = new URL(valid.target, 'https://service.example.com');
  const sign = valid.target.includes('?') ? '&' : '?';
  const names = [...Object.keys(valid.method.method.query ?? {}), ...everywhere];
  return names
    .filter((name) => !searchParams.has(name))
    .flatMap((name) =>
      texts.map((text) => ({
        ...valid,
        change: `${name}=${text}`,
        target: `${valid.target}${sign}${encodeURIComponent(name)}=${encodeURIComponent(text)}`,
      })),
    );
}

function withValues(valid: Request, api: ApiName): readonly Request[] {
  const request = getMember(findMethod(api, valid.method.method.id.slice(api.length + 1)).value, 'request');
  const before = JSON.stringify(valid.body);
  return listPaths(api, request, DEPTH).flatMap((steps) =>
    values.flatMap((value): readonly Request[] => {
      const body = put(valid.body ?? {}, steps, value) as JsonObject;
      const removes = value === undefined;
      const change = `${steps.join('.')} ${removes ? 'removed' : `= ${JSON.stringify(value)}`}`;
      return JSON.stringify(body) === before ? [] : [{ ...valid, change, removes, body }];
    }),
  );
}

/** The paths of an element in the specification. */
function listPaths(api: ApiName, element: Stated | undefined, left: number): readonly Steps[] {
  if (!isObject(element) || left === 0) return [];
  const reference = getMember(element, '$ref');
  if (typeof reference === 'string') return listPaths(api, resolvePointer(getSpecification(api).value, ['schemas', reference]), left);
  const properties = getMember(element, 'properties');
  const inner: readonly (readonly [string | 0, Stated | undefined])[] = [
    ...(isObject(properties) ? Object.entries(properties) : []),
    [0, getMember(element, 'items')],
    ['key', getMember(element, 'additionalProperties')],
  ];
  return inner.flatMap(([step, found]) =>
    isObject(found) ? [[step], ...listPaths(api, found, left - 1).map((rest) => [step, ...rest])] : [],
  );
}

/** Returns a copy with another value at a path, creating its parents; `undefined` removes it. */
function put(around: Json | undefined, [step, ...rest]: Steps, value: Json | undefined): Json | undefined {
  if (step === undefined) return value;
  if (step === 0) {
    const [first, ...others] = Array.isArray(around) ? (around as readonly Json[]) : [];
    const inner = put(first, rest, value);
    return inner === undefined ? others : [inner, ...others];
  }
  const { [step]: before, ...others } = isObject(around) ? (around as JsonObject) : ({} as JsonObject);
  const inner = put(before, rest, value);
  return inner === undefined ? others : { ...others, [step]: inner };
}
