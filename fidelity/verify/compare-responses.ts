/** Compares the response that the service sent with that of the mock. */
import { getAt, type Json } from '../../generator/lib/json.js';
import type { Api, Method, Type } from '../../generator/model/model.js';
import type { CompleteExchange, RecordedResponse } from '../recordings/exchange.js';
import { getFacts } from './api-facts.js';
import { type BodyComparison, type BodyContext, compareBodies } from './compare-bodies.js';
import { compareErrors } from './compare-errors.js';
import { compareHeaders } from './compare-headers.js';
import type { TextContext } from './compare-texts.js';
import type { Difference } from './difference.js';
import type { ActualResponse } from './exchange-result.js';
import { findOperationRole, isProgressField, isDone } from './operation-state.js';
import type { Lookup } from '../../generator/model/schema-lookup.js';
import { getPageTokenField } from './value-role.js';

export interface ResponseContext extends TextContext {
  readonly api: Api;
  readonly method: Method;
  readonly lookup: Lookup;
  readonly resource: string;
  readonly messages: boolean;
  /** Whether all members of errors but texts are compared. */
  readonly allMembers?: boolean;
  /** Whether operations are compared even if one of them isn't done. */
  readonly keepsProgress?: boolean;
}

export function compareResponses(exchange: CompleteExchange, actual: ActualResponse, context: ResponseContext): BodyComparison {
  const { response } = exchange;
  const outcome = compareOutcomes(response, actual);
  if (outcome !== undefined) return { differences: [outcome], equal: [], undocumented: [] };
  const status: readonly Difference[] =
    response.status === actual.status ? [] : [{ kind: 'status', field: 'status', expected: response.status, actual: actual.status }];
  if (response.status >= 400 && response.isBodyUnknown) return { differences: status, equal: [], undocumented: [] };
  if (response.status >= 400) {
    const [recorded, own] = [getJson(response.body), getJson(actual.body)];
    const { differences, equal } = compareErrors(recorded, own, context);
    return { differences: [...status, ...differences], equal, undocumented: [] };
  }
  const hasBody = response.body !== undefined && actual.body !== undefined;
  const headers = compareHeaders(response.headers, actual.headers, { resource: context.resource, hasBody, context });
  if (response.isBodyUnknown) return { differences: [...status, ...headers], equal: [], undocumented: [] };
  const { differences, ...others } = compareContent(response, actual, context);
  return { differences: [...status, ...headers, ...differences], ...others };
}

/** Returns a difference if only one side accepts the request. */
function compareOutcomes({ status }: RecordedResponse, actual: ActualResponse): Difference | undefined {
  const { rejection } = actual;
  const reason = rejection && { rule: rejection.rule, message: rejection.message };
  const values = { field: '', expected: status, actual: actual.status };
  if (actual.status === 501 || actual.lacksMethod)
    return { kind: 'notImplemented', ...values, ...(rejection && { message: rejection.message }) };
  if (status < 400 && actual.status >= 400) return { kind: 'rejected', ...values, ...reason };
  return status >= 400 && actual.status < 400 ? { kind: 'accepted', ...values } : undefined;
}

function compareContent(response: RecordedResponse, actual: ActualResponse, context: ResponseContext): BodyComparison {
  const [recorded, own] = [response.body, actual.body];
  if (recorded?.kind === 'bytes' || recorded?.kind === 'text' || own?.kind === 'text') {
    const text =
      recorded === undefined ? '' : recorded.kind === 'bytes' ? Buffer.from(recorded.base64, 'base64').toString() : recorded.text;
    const actualText = own === undefined ? '' : own.kind === 'json' ? JSON.stringify(own.value) : own.text;
    const isSame =
      text === actualText || (context.isNormalized && recorded?.kind === 'text' && context.placeholders.replace(text) === actualText);
    return {
      differences: isSame ? [] : [{ kind: 'value', field: 'body', expected: text, actual: actualText }],
      equal: isSame ? [{ field: 'body', pointer: [], isWeak: false }] : [],
      undocumented: [],
    };
  }
  // An empty response and an empty object mean the same.
  return compareJson(recorded?.value ?? {}, own?.value ?? {}, context);
}

function compareJson(recorded: Json, own: Json, context: ResponseContext): BodyComparison {
  const { method, lookup } = context;
  const style = findOperationStyle(method, lookup);
  const comparison = compareBodies({ recorded, actual: own }, method.response, createBodyContext(context));
  if (style !== undefined || method.action.kind === 'create') bindNames(recorded, own, context);
  // The mock completes operations at once.
  const isRunning =
    context.keepsProgress !== true && style !== undefined && isDone(recorded, style) === false && isDone(own, style) === true;
  if (!isRunning) return comparison;
  return { ...comparison, differences: comparison.differences.filter(({ pointer = [] }) => !isProgressField(pointer.map(String))) };
}

function findOperationStyle({ operation, action, changeRecord }: Method, lookup: Lookup): 'status' | 'longrunning' | undefined {
  const resource = 'resource' in action ? lookup.resource(action.resource) : undefined;
  return operation ?? resource?.operation ?? (changeRecord?.isResponse ? 'status' : undefined);
}

/** Binds the names of an operation and of a new resource, so that later requests find those of the mock. */
function bindNames(recorded: Json, own: Json, { bindings, placeholders, isNormalized }: ResponseContext): void {
  for (const path of [['name'], ['response', 'name']]) {
    const [name, actual] = [getAt(recorded, path), getAt(own, path)];
    if (typeof name === 'string' && typeof actual === 'string')
      bindings.bindName({ recorded: isNormalized ? placeholders.replace(name) : name, actual });
  }
}

function createBodyContext(context: ResponseContext): BodyContext {
  const { api, method, lookup } = context;
  const pageToken = getPageTokenField(method);
  const style = findOperationStyle(method, lookup);
  const items = (method.list ?? method.listItems)?.items;
  const isSorted = method.rules.some(({ rule }) => rule.kind === 'orderBy') || method.inferredRules.some(({ kind }) => kind === 'orderBy');
  return {
    ...context,
    idFields: getFacts(api).idFields,
    findMethodRole: (path) => {
      if (path.length === 1 && path[0] === pageToken) return 'pageToken';
      return style && findOperationRole(path, style);
    },
    isUnordered: (path) => path.length === 1 && path[0] === items && !isSorted,
    findMessageType: (typeUrl) => findMessageType(api, typeUrl),
    findOpenType: (path) => findOpenType(path, method, lookup),
  };
}

/** Finds the schema of a message. Documents prefix some names: `GoogleCloudRunV2Service` for `google.cloud.run.v2.Service`. */
function findMessageType({ schemas }: Api, typeUrl: string): Type | undefined {
  const name = typeUrl.slice(typeUrl.lastIndexOf('.') + 1);
  const exact = schemas.find(({ id }) => id === name);
  const [suffixed, ...others] =
    exact === undefined ? schemas.filter(({ id }) => id.endsWith(name) && /\d$/.test(id.slice(0, -name.length))) : [];
  return exact?.type ?? (others.length === 0 ? suffixed?.type : undefined);
}

/** Returns the type of the result of an operation. */
function findOpenType([first, ...others]: readonly string[], { action, operation }: Method, lookup: Lookup): Type | undefined {
  if (operation !== 'longrunning' || first !== 'response' || others.length > 0 || !('resource' in action)) return undefined;
  const schema = lookup.resource(action.resource)?.schema;
  return schema === undefined ? undefined : { kind: 'ref', schema };
}

const getJson = (body: RecordedResponse['body'] | ActualResponse['body']): Json | undefined =>
  body?.kind === 'json' ? body.value : undefined;
