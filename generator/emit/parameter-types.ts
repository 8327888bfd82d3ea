/** Interfaces of what the methods take: parameters under their names on the wire, the body as `requestBody`. */
import type { Api, Method, Parameter } from '../model/model.js';
import { bodyForm, bodyOf, bodyText } from './bodies.js';
import { docOf, parameterDocs } from './doc-comments.js';
import { propertyName, stringLiteral } from './literals.js';
import type { Names } from './names.js';
import { importTypes } from './print.js';
import type { ImportStructure, InterfaceStructure, PropertySignatureStructure } from './structures.js';
import { typeText } from './type-text.js';

function parameterText(parameter: Parameter, names: Names): string {
  const type = parameter.repeated && parameter.type.kind !== 'array' ? ({ kind: 'array', items: parameter.type } as const) : parameter.type;
  const text = `${type.kind === 'array' ? 'readonly ' : ''}${typeText(type, { names, form: 'input' })}`;
  // A mask may be given as a list of paths; each method judges them by its answer.
  return isMask(parameter) ? `${text} | readonly string[]` : text;
}

function isMask({ name, location, type, repeated }: Parameter): boolean {
  return name === 'fields' && location === 'query' && type.kind === 'string' && type.enum === undefined && !repeated;
}

function parameterProperty(parameter: Parameter, names: Names): PropertySignatureStructure {
  return {
    ...presence(parameterText(parameter, names), isRequired(parameter)),
    name: propertyName(parameter.name),
    docs: parameterDocs(parameter),
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
export function ownParameters(method: Method): readonly Parameter[] {
  return method.request === undefined ? method.parameters : method.parameters.filter(({ name }) => name !== 'requestBody');
}

function bodyProperty(method: Method, api: Api, names: Names): PropertySignatureStructure[] {
  const body = bodyOf(method, api);
  if (body === 'none') return [];
  return [
    {
      ...presence(bodyText(method, api, names), body === 'required'),
      name: 'requestBody',
      docs: [docOf(bodyDocs[bodyForm(method)])],
    },
  ];
}

/** Whether a call without any parameter is complete. */
export function allOptional(method: Method, api: Api): boolean {
  return !ownParameters(method).some(isRequired) && bodyOf(method, api) !== 'required';
}

/** The common parameters, without those that the method declares itself. */
function commonText(method: Method, api: Api, names: Names): string[] {
  if (api.parameters.length === 0) return [];
  const own = new Set(method.parameters.map(({ name }) => name));
  const doubled = api.parameters.filter(({ name }) => own.has(name)).map(({ name }) => stringLiteral(name));
  return [doubled.length === 0 ? names.commonParameters : `Omit<${names.commonParameters}, ${doubled.join(' | ')}>`];
}

function paramsInterface(method: Method, api: Api, names: Names): InterfaceStructure {
  return {
    kind: 'interface',
    name: names.method(method.id).params,
    extends: commonText(method, api, names),
    docs: [docOf(`The parameters of \`${[...method.collections, method.name].join('.').replace(/[^\w.-]/g, '_')}\`.`)],
    properties: [...ownParameters(method).map((parameter) => parameterProperty(parameter, names)), ...bodyProperty(method, api, names)],
  };
}

function commonInterface(api: Api, names: Names): InterfaceStructure {
  return {
    kind: 'interface',
    name: names.commonParameters,
    docs: [docOf('The query parameters that all methods accept.')],
    properties: api.parameters.map((parameter) => parameterProperty({ ...parameter, required: false }, names)),
  };
}

/** The imports of the types that bodies are wrapped in. */
export function bodyImports(api: Api): ImportStructure[] {
  const forms = new Set(api.methods.flatMap((method) => (method.request === undefined ? [] : [bodyForm(method) === 'mergePatch'])));
  return [
    ...(forms.has(true) ? importTypes(['MergePatch'], './runtime/merge-patch.js') : []),
    ...(forms.has(false) ? importTypes(['RequestBody'], './runtime/request-body.js') : []),
  ];
}

/** The common parameters, then the parameters of each method. */
export function parameterInterfaces(api: Api, names: Names): InterfaceStructure[] {
  const common = api.parameters.length === 0 ? [] : [commonInterface(api, names)];
  return [...common, ...api.methods.map((method) => paramsInterface(method, api, names))];
}
