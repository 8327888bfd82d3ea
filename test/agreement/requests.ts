/** Builds a valid request for each method and variants with one changed value or parameter. */
import { isObject, type Json as Stated, getMember } from '../../generator/lib/json.js';
import type { MethodBehavior } from '../../runtime/behavior.js';
import type { Json, JsonObject, MockOptions } from '../../mock/index.js';
import type { GeneratedPackage } from '../conformance/world.js';
import { prepareCall } from '../rules/state/scene.js';
import { resolvePointer, findMethod, getSpecification, type ApiName } from '../rules/support/specifications.js';

export interface Request {
  readonly method: MethodBehavior;
  /** Describes the change in messages. */
  readonly change: string;
  /** Whether the change removes a value. */
  readonly removes: boolean;
  readonly httpMethod: string;
  /** The path with the query. */
  readonly target: string;
  readonly body: JsonObject | undefined;
  /** Options of the mock, such as its seed. */
  readonly options: MockOptions;
}

type Package = Pick<GeneratedPackage<unknown>, 'behavior'>;
type Path = readonly (string | 0)[];

/** Parameter values: some invalid for every parameter, some valid. */
const parameterValues = [
  '',
  'x',
  '-1',
  '1',
  '1.5',
  '99999999999',
  'true',
  'name',
  '*',
  'a,b',
  'a b',
  '1h',
  '00000000-0000-0000-0000-000000000000',
];

/** Parameters that every method accepts, and an unknown one. */
const commonParameters = ['fields', 'alt', 'callback', 'prettyPrint', '$.xgafv', 'noSuchParameter'];

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
const maxDepth = 4;

/** Query strings that a valid call needs. */
const queryStrings: ReadonlyMap<string, string> = new Map([['osconfig.projects.guestPolicies.create', '?guestPolicyId=x9']]);

export function buildValidRequest({ behavior }: Package, method: MethodBehavior): Request {
  const { line, body, seed } = prepareCall(behavior, method);
  const [httpMethod = '', path = ''] = line.split(' ');
  const target = path + (queryStrings.get(method.method.id) ?? '');
  return { method, change: 'nothing', removes: false, httpMethod, target, body: body as JsonObject | undefined, options: seed };
}

export function buildChangedRequests(api: Package, method: MethodBehavior): readonly Request[] {
  const valid = buildValidRequest(api, method);
  return [...changeParameters(valid), ...changeValues(valid, api.behavior.name as ApiName)];
}

function changeParameters(valid: Request): readonly Request[] {
  const { searchParams } = new URL(valid.target, 'https://service.example.com');
  const separator = valid.target.includes('?') ? '&' : '?';
  const parameterNames = [...Object.keys(valid.method.method.parameters ?? {}), ...commonParameters];
  return parameterNames
    .filter((name) => !searchParams.has(name))
    .flatMap((name) =>
      parameterValues.map((text) => ({
        ...valid,
        change: `${name}=${text}`,
        target: `${valid.target}${separator}${encodeURIComponent(name)}=${encodeURIComponent(text)}`,
      })),
    );
}

function changeValues(valid: Request, api: ApiName): readonly Request[] {
  const request = getMember(findMethod(api, valid.method.method.id.slice(api.length + 1)).value, 'request');
  const before = JSON.stringify(valid.body);
  return listPaths(api, request, maxDepth).flatMap((valuePath) =>
    values.flatMap((value): readonly Request[] => {
      const body = setValue(valid.body ?? {}, valuePath, value) as JsonObject;
      const removes = value === undefined;
      const change = `${valuePath.join('.')} ${removes ? 'removed' : `= ${JSON.stringify(value)}`}`;
      return JSON.stringify(body) === before ? [] : [{ ...valid, change, removes, body }];
    }),
  );
}

/** Lists the paths of the values in an element of the specification. */
function listPaths(api: ApiName, element: Stated | undefined, depth: number): readonly Path[] {
  if (!isObject(element) || depth === 0) return [];
  const reference = getMember(element, '$ref');
  if (typeof reference === 'string') return listPaths(api, resolvePointer(getSpecification(api).value, ['schemas', reference]), depth);
  const properties = getMember(element, 'properties');
  const inner: readonly (readonly [string | 0, Stated | undefined])[] = [
    ...(isObject(properties) ? Object.entries(properties) : []),
    [0, getMember(element, 'items')],
    ['key', getMember(element, 'additionalProperties')],
  ];
  return inner.flatMap(([step, child]) =>
    isObject(child) ? [[step], ...listPaths(api, child, depth - 1).map((rest) => [step, ...rest])] : [],
  );
}

/** Returns a copy with another value at a path, creating its parents; `undefined` removes it. */
function setValue(parent: Json | undefined, [step, ...rest]: Path, value: Json | undefined): Json | undefined {
  if (step === undefined) return value;
  if (step === 0) {
    const [first, ...others] = Array.isArray(parent) ? (parent as readonly Json[]) : [];
    const inner = setValue(first, rest, value);
    return inner === undefined ? others : [inner, ...others];
  }
  const { [step]: before, ...others } = isObject(parent) ? (parent as JsonObject) : ({} as JsonObject);
  const inner = setValue(before, rest, value);
  return inner === undefined ? others : { ...others, [step]: inner };
}
