/** Creates the parameter interfaces of methods. Parameters have their wire names; the body is `requestBody`. */
import type { Api, Method, Parameter } from '../model/model.js';
import { getBodyForm, getBodyRequirement, formatBodyType } from './bodies.js';
import { createDoc, createParameterDocs } from './doc-comments.js';
import { toPropertyName, toStringLiteral } from '../lib/literals.js';
import type { Names } from './names.js';
import { createInterface, createTypeImport, type InterfaceStatement, type PropertyMember, type Statement } from '../lib/statements.js';
import { formatType } from './type-text.js';

function formatParameterType(parameter: Parameter, names: Names): string {
  const type = parameter.repeated && parameter.type.kind !== 'array' ? ({ kind: 'array', items: parameter.type } as const) : parameter.type;
  const text = `${type.kind === 'array' ? 'readonly ' : ''}${formatType(type, { names, form: 'input' })}`;
  // A mask can be a list of paths. Each method validates it against its response.
  return isMask(parameter) ? `${text} | readonly string[]` : text;
}

function isMask({ name, location, type, repeated }: Parameter): boolean {
  return name === 'fields' && location === 'query' && type.kind === 'string' && type.enum === undefined && !repeated;
}

function createParameterProperty(parameter: Parameter, names: Names): PropertyMember {
  return {
    ...formatPresence(formatParameterType(parameter, names), isRequired(parameter)),
    name: toPropertyName(parameter.name),
    docs: createParameterDocs(parameter),
  };
}

/** An optional property accepts `undefined`, also with `exactOptionalPropertyTypes`. */
function formatPresence(text: string, required: boolean): Pick<PropertyMember, 'type' | 'hasQuestionToken'> {
  return { type: required ? text : `${text} | undefined`, hasQuestionToken: !required };
}

/** Path parameters are always required. */
function isRequired(parameter: Parameter): boolean {
  return parameter.location === 'path' || parameter.required;
}

const bodyDocs = {
  whole: 'The request body.',
  partial: 'The fields to update.',
  mergePatch: 'The fields to update. The value `null` removes a field.',
};

/** Lists the parameters of a method, without one whose name conflicts with the body. */
export function listOwnParameters(method: Method): readonly Parameter[] {
  return method.request === undefined ? method.parameters : method.parameters.filter(({ name }) => name !== 'requestBody');
}

function createBodyProperty(method: Method, api: Api, names: Names): PropertyMember[] {
  const body = getBodyRequirement(method, api);
  if (body === 'none') return [];
  return [
    {
      ...formatPresence(formatBodyType(method, api, names), body === 'required'),
      name: 'requestBody',
      docs: [createDoc(bodyDocs[getBodyForm(method)])],
    },
  ];
}

/** Whether a call without parameters is valid. */
export function isCallableWithoutParameters(method: Method, api: Api): boolean {
  return !listOwnParameters(method).some(isRequired) && getBodyRequirement(method, api) !== 'required';
}

/** The interface of the common parameters, without those that the method redeclares. */
function listBaseInterfaces(method: Method, api: Api, names: Names): string[] {
  if (api.parameters.length === 0) return [];
  const own = new Set(method.parameters.map(({ name }) => name));
  const redeclared = api.parameters.filter(({ name }) => own.has(name)).map(({ name }) => toStringLiteral(name));
  return [redeclared.length === 0 ? names.commonParameters : `Omit<${names.commonParameters}, ${redeclared.join(' | ')}>`];
}

function createParamsInterface(method: Method, api: Api, names: Names): InterfaceStatement {
  return createInterface({
    name: names.method(method.id).params,
    extends: listBaseInterfaces(method, api, names),
    docs: [createDoc(`The parameters of \`${[...method.collections, method.name].join('.').replace(/[^\w.-]/g, '_')}\`.`)],
    properties: [
      ...listOwnParameters(method).map((parameter) => createParameterProperty(parameter, names)),
      ...createBodyProperty(method, api, names),
    ],
  });
}

function createCommonInterface(api: Api, names: Names): InterfaceStatement {
  return createInterface({
    name: names.commonParameters,
    docs: [createDoc('The query parameters that all methods accept.')],
    properties: api.parameters.map((parameter) => createParameterProperty({ ...parameter, required: false }, names)),
  });
}

/** Creates the imports for the types of bodies. */
export function buildBodyImports(api: Api): Statement[] {
  const names = api.methods.flatMap((method) => {
    if (method.request === undefined) return [];
    return getBodyForm(method) === 'mergePatch' ? 'MergePatch' : 'RequestBody';
  });
  return createTypeImport([...new Set(names)].sort(), './runtime/client.js');
}

/** Creates the interface of the common parameters and the interfaces of the methods. */
export function createParameterInterfaces(api: Api, names: Names): InterfaceStatement[] {
  const common = api.parameters.length === 0 ? [] : [createCommonInterface(api, names)];
  return [...common, ...api.methods.map((method) => createParamsInterface(method, api, names))];
}
