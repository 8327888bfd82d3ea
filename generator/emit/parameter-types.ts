/** Interfaces of what the methods take: parameters under their names on the wire, the body as `requestBody`. */
import type { Api, Method, Parameter } from '../model/model.js';
import { getBodyForm, bodyRequirement, bodyTypeText } from './bodies.js';
import { createDoc, createParameterDocs } from './doc-comments.js';
import { toPropertyName, toStringLiteral } from './literals.js';
import type { Names } from './names.js';
import { createTypeImport } from './print-file.js';
import type { ImportStructure, InterfaceStructure, PropertySignatureStructure } from './structures.js';
import { formatType } from './type-text.js';

function parameterText(parameter: Parameter, names: Names): string {
  const type = parameter.repeated && parameter.type.kind !== 'array' ? ({ kind: 'array', items: parameter.type } as const) : parameter.type;
  const text = `${type.kind === 'array' ? 'readonly ' : ''}${formatType(type, { names, form: 'input' })}`;
  // A mask may be given as a list of paths; each method judges them by its answer.
  return isMask(parameter) ? `${text} | readonly string[]` : text;
}

function isMask({ name, location, type, repeated }: Parameter): boolean {
  return name === 'fields' && location === 'query' && type.kind === 'string' && type.enum === undefined && !repeated;
}

function parameterProperty(parameter: Parameter, names: Names): PropertySignatureStructure {
  return {
    ...presence(parameterText(parameter, names), isRequired(parameter)),
    name: toPropertyName(parameter.name),
    docs: createParameterDocs(parameter),
  };
}

/** An optional property may be given as `undefined`, whatever `exactOptionalPropertyTypes` says. */
function presence(text: string, required: boolean): Pick<PropertySignatureStructure, 'type' | 'hasQuestionToken'> {
  return { type: required ? text : `${text} | undefined`, hasQuestionToken: !required };
}

/** A path is not complete without its parameters, whatever the specification says of them. */
function isRequired(parameter: Parameter): boolean {
  return parameter.location === 'path' || parameter.required;
}

const bodyDocs = {
  whole: 'The request body.',
  partial: 'The fields to update.',
  mergePatch: 'The fields to update. The value `null` removes a field.',
};

/** The parameters of a method that can be told from its body. */
export function listOwnParameters(method: Method): readonly Parameter[] {
  return method.request === undefined ? method.parameters : method.parameters.filter(({ name }) => name !== 'requestBody');
}

function bodyProperty(method: Method, api: Api, names: Names): PropertySignatureStructure[] {
  const body = bodyRequirement(method, api);
  if (body === 'none') return [];
  return [
    {
      ...presence(bodyTypeText(method, api, names), body === 'required'),
      name: 'requestBody',
      docs: [createDoc(bodyDocs[getBodyForm(method)])],
    },
  ];
}

/** Whether a call without any parameter is complete. */
export function isCallableWithoutParameters(method: Method, api: Api): boolean {
  return !listOwnParameters(method).some(isRequired) && bodyRequirement(method, api) !== 'required';
}

/** The common parameters, without those that the method declares itself. */
function commonText(method: Method, api: Api, names: Names): string[] {
  if (api.parameters.length === 0) return [];
  const own = new Set(method.parameters.map(({ name }) => name));
  const doubled = api.parameters.filter(({ name }) => own.has(name)).map(({ name }) => toStringLiteral(name));
  return [doubled.length === 0 ? names.commonParameters : `Omit<${names.commonParameters}, ${doubled.join(' | ')}>`];
}

function paramsInterface(method: Method, api: Api, names: Names): InterfaceStructure {
  return {
    kind: 'interface',
    name: names.method(method.id).params,
    extends: commonText(method, api, names),
    docs: [createDoc(`The parameters of \`${[...method.collections, method.name].join('.').replace(/[^\w.-]/g, '_')}\`.`)],
    properties: [...listOwnParameters(method).map((parameter) => parameterProperty(parameter, names)), ...bodyProperty(method, api, names)],
  };
}

function commonInterface(api: Api, names: Names): InterfaceStructure {
  return {
    kind: 'interface',
    name: names.commonParameters,
    docs: [createDoc('The query parameters that all methods accept.')],
    properties: api.parameters.map((parameter) => parameterProperty({ ...parameter, required: false }, names)),
  };
}

/** The imports of the types that bodies are wrapped in. */
export function buildBodyImports(api: Api): ImportStructure[] {
  const forms = new Set(api.methods.flatMap((method) => (method.request === undefined ? [] : [getBodyForm(method) === 'mergePatch'])));
  return [
    ...(forms.has(true) ? createTypeImport(['MergePatch'], './runtime/merge-patch-type.js') : []),
    ...(forms.has(false) ? createTypeImport(['RequestBody'], './runtime/request-body.js') : []),
  ];
}

/** The common parameters, then the parameters of each method. */
export function createParameterInterfaces(api: Api, names: Names): InterfaceStructure[] {
  const common = api.parameters.length === 0 ? [] : [commonInterface(api, names)];
  return [...common, ...api.methods.map((method) => paramsInterface(method, api, names))];
}
