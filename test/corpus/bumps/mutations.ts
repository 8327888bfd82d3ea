/** Changes of published documents and of declarations, as new versions of an API or of the generator make them. */

/** A Discovery document, which mutations change in place. */
export interface Element {
  [key: string]: unknown;
  id?: string;
  type?: string;
  $ref?: string;
  description?: string;
  required?: boolean;
  enum?: string[];
  enumDescriptions?: string[];
  properties?: Record<string, Element>;
  items?: Element;
}
export interface DocumentMethod {
  [key: string]: unknown;
  id: string;
  path: string;
  parameters?: Record<string, Element>;
  parameterOrder?: string[];
  request?: Element;
  response?: Element;
}
export interface Collection {
  methods?: Record<string, DocumentMethod>;
  resources?: Record<string, Collection>;
}
export interface Document extends Collection {
  schemas?: Record<string, Element>;
}

/** Selects elements with a seed, so that a run can be repeated. */
export class Selector {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  next(limit: number): number {
    this.#state = (Math.imul(this.#state ^ (this.#state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return this.#state % limit;
  }
  pick<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : items[this.next(items.length)];
  }
}

/** Returns false if the document has nothing to change. */
type Mutation = (document: Document, select: Selector) => boolean;

interface Owned<T> {
  readonly owner: Record<string, T>;
  readonly name: string;
  readonly value: T;
}

const listOwned = <T>(owner: Record<string, T> | undefined): Owned<T>[] =>
  Object.entries(owner ?? {}).map(([name, value]) => ({ owner: owner as Record<string, T>, name, value }));

const listFields = (document: Document): Owned<Element>[] =>
  Object.values(document.schemas ?? {}).flatMap((schema) => listOwned(schema.properties));

const listMethods = (collection: Collection): Owned<DocumentMethod>[] => [
  ...listOwned(collection.methods),
  ...Object.values(collection.resources ?? {}).flatMap(listMethods),
];

const listParameters = (document: Document, location: string): (Owned<Element> & { readonly method: DocumentMethod })[] =>
  listMethods(document).flatMap(({ value: method }) =>
    listOwned(method.parameters)
      .filter(({ value }) => value['location'] === location)
      .map((parameter) => ({ ...parameter, method })),
  );

/** Creates a mutation of one of the elements that a function lists. */
const changeOne =
  <T>(list: (document: Document) => readonly T[], change: (element: T, document: Document, select: Selector) => void): Mutation =>
  (document, select) => {
    const element = select.pick(list(document));
    if (element === undefined) return false;
    change(element, document, select);
    return true;
  };

const isEnum = ({ value }: Owned<Element>): boolean => value.enum !== undefined && value.enum.length > 1;
const isText = ({ value }: Owned<Element>): boolean => value.type === 'string' && value.enum === undefined && value['format'] === undefined;
const listAllEnums = (document: Document): Owned<Element>[] =>
  [...listFields(document), ...listParameters(document, 'query')].filter(isEnum);

function rename<T>({ owner, name, value }: Owned<T>, newName: string): void {
  delete owner[name];
  owner[newName] = value;
}

function reverseKeys(owner: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(owner).reverse()) {
    delete owner[key];
    owner[key] = value;
  }
}

/** Returns the ids of methods whose request body is a schema. */
const listSenders = (document: Document, schema: string): string[] =>
  listMethods(document).flatMap(({ value }) => (value.request?.$ref === schema ? [value.id] : []));

const listSentFields = (document: Document): (Owned<Element> & { readonly senders: string[] })[] =>
  Object.entries(document.schemas ?? {}).flatMap(([id, schema]) => {
    const senders = listSenders(document, id);
    return senders.length === 0 ? [] : listOwned(schema.properties).map((field) => ({ ...field, senders }));
  });

export const documentMutations: Readonly<Record<string, Mutation>> = {
  'remove a field': changeOne(listFields, ({ owner, name }) => delete owner[name]),
  'rename a field': changeOne(listFields, (field) => rename(field, `${field.name}Renamed`)),
  'add a field': changeOne(listFields, ({ owner }) => (owner['addedField'] = { type: 'string', description: 'Added.' })),
  'change the type of a field': changeOne(
    (document) => listFields(document).filter(isText),
    ({ value }) => (value.type = 'boolean'),
  ),
  'make a field a list': changeOne(listFields, ({ owner, name, value }) => (owner[name] = { type: 'array', items: value })),
  'make a field output-only': changeOne(listFields, ({ value }) => (value.description = `Output only. ${value.description ?? ''}`)),
  'require a field': changeOne(listSentFields, ({ value, senders }) => (value['annotations'] = { required: senders })),
  'refer to another schema': changeOne(
    (document) => listFields(document).filter(({ value }) => value.$ref !== undefined),
    ({ value }, document, select) => (value.$ref = select.pick(Object.keys(document.schemas ?? {})) as string),
  ),
  'describe a field': changeOne(listFields, ({ value }) => (value.description = 'Another description.')),
  'rename a schema': changeOne(
    (document) => listOwned(document.schemas),
    (schema, document) => {
      const text = JSON.stringify(document).replaceAll(`"$ref":"${schema.name}"`, `"$ref":"${schema.name}Renamed"`);
      Object.assign(document, JSON.parse(text));
      const schemas = document.schemas as Record<string, Element>;
      const value = schemas[schema.name] as Element;
      value.id = `${schema.name}Renamed`;
      rename({ owner: schemas, name: schema.name, value }, value.id);
    },
  ),
  'add a schema': (document) => {
    document.schemas = { ...document.schemas, AddedThing: { id: 'AddedThing', type: 'object', properties: { name: { type: 'string' } } } };
    return true;
  },
  'add an enum value': changeOne(listAllEnums, ({ value }) => {
    value.enum?.push('ADDED_VALUE');
    value.enumDescriptions?.push('Added.');
  }),
  'remove an enum value': changeOne(listAllEnums, ({ value }) => {
    value.enum?.pop();
    value.enumDescriptions?.pop();
  }),
  'remove an enum': changeOne(listAllEnums, ({ value }) => {
    delete value.enum;
    delete value.enumDescriptions;
  }),
  'add an enum': changeOne(
    (document) => listFields(document).filter(isText),
    ({ value }) => (value.enum = ['FIRST', 'SECOND']),
  ),
  'reorder everything': (document) => {
    if (document.schemas !== undefined) reverseKeys(document.schemas);
    for (const schema of Object.values(document.schemas ?? {})) if (schema.properties !== undefined) reverseKeys(schema.properties);
    for (const { value } of listMethods(document)) if (value.parameters !== undefined) reverseKeys(value.parameters);
    return true;
  },
  'remove a method': changeOne(listMethods, ({ owner, name }) => delete owner[name]),
  'rename a method': changeOne(listMethods, (method) => {
    method.value.id = `${method.value.id}Renamed`;
    rename(method, `${method.name}Renamed`);
  }),
  'add a method': changeOne(listMethods, ({ owner, value }) => {
    owner['addedMethod'] = { ...structuredClone(value), id: value.id.replace(/[^.]*$/, 'addedMethod'), path: `${value.path}/added` };
  }),
  'add a parameter': changeOne(
    listMethods,
    ({ value }) => (value.parameters = { ...value.parameters, addedParameter: { type: 'string', location: 'query' } }),
  ),
  'add a required parameter': changeOne(
    listMethods,
    ({ value }) => (value.parameters = { ...value.parameters, addedParameter: { type: 'string', location: 'query', required: true } }),
  ),
  'remove a parameter': changeOne(
    (document) => listParameters(document, 'query'),
    ({ owner, name }) => delete owner[name],
  ),
  'rename a parameter': changeOne(
    (document) => listParameters(document, 'query'),
    (parameter) => rename(parameter, `${parameter.name}Renamed`),
  ),
  'rename a path parameter': changeOne(
    (document) => listParameters(document, 'path'),
    (parameter) => {
      const { method, name } = parameter;
      method.path = method.path.replace(new RegExp(`\\{(\\+?)${name}\\}`), `{$1${name}Renamed}`);
      delete method['flatPath'];
      if (method.parameterOrder !== undefined)
        method.parameterOrder = method.parameterOrder.map((each) => (each === name ? `${name}Renamed` : each));
      rename(parameter, `${name}Renamed`);
    },
  ),
  'require a parameter': changeOne(
    (document) => listParameters(document, 'query').filter(({ value }) => value.required !== true),
    ({ value }) => (value.required = true),
  ),
  'make a parameter optional': changeOne(
    (document) => listParameters(document, 'query').filter(({ value }) => value.required === true),
    ({ value }) => delete value.required,
  ),
  'change the type of a parameter': changeOne(
    (document) => listParameters(document, 'query').filter(isText),
    ({ value }) => (value.type = 'boolean'),
  ),
  'repeat a parameter': changeOne(
    (document) => listParameters(document, 'query').filter(({ value }) => value['repeated'] !== true),
    ({ value }) => (value['repeated'] = true),
  ),
  'remove a request body': changeOne(
    (document) => listMethods(document).filter(({ value }) => value.request !== undefined),
    ({ value }) => delete value.request,
  ),
  'remove a response': changeOne(
    (document) => listMethods(document).filter(({ value }) => value.response !== undefined),
    ({ value }) => delete value.response,
  ),
  'return another schema': changeOne(
    (document) => listMethods(document).filter(({ value }) => value.response !== undefined),
    ({ value }, document, select) => (value.response = { $ref: select.pick(Object.keys(document.schemas ?? {})) as string }),
  ),
};

/** Replaces one of the matches in the declarations. */
export type TextMutation = readonly [pattern: RegExp, replacement: string];

/** Changes of the generator. */
export const declarationMutations: Readonly<Record<string, TextMutation>> = {
  'require a member': [/^(\t+(?:readonly )?[\w"]+)\?:/gm, '$1:'],
  'make a member optional': [/^(\t(?:readonly )?\w+): /gm, '$1?: '],
  'make a member read-only': [/^(\t)(\w+\??: )/gm, '$1readonly $2'],
  'make a member writable': [/^(\t+)readonly (\w+\??: )/gm, '$1$2'],
  'make an array read-only': [/: (\w+\[\])/g, ': readonly $1'],
  'make an array writable': [/readonly (\w+\[\])/g, '$1'],
  'change a string to a number': [/: string(?=[;|) ])/g, ': number'],
  'accept a number': [/: string(?=[;|) ])/g, ': string | number'],
  'change a number to unknown': [/: number(?=[;|) ])/g, ': unknown'],
  'add null': [/: (\w+)(?=;$)/gm, ': $1 | null'],
  'remove undefined': [/ \| undefined(?=;)/g, ''],
  'close an enum': [/ \| \(string & \{\}\)/g, ''],
  'remove the first value': [/: "\w+" \| "/g, ': "'],
  'change a value': [/"(\w+)" \| /g, '"$1_CHANGED" | '],
  'remove an export': [/^export (?=declare (?:const|function)|interface|type \w+ =)/gm, ''],
  'rename an export': [/^(export declare (?:const|function) \w+)/gm, '$1Renamed'],
  'remove options': [/, options\?: \w+\)/g, ')'],
  'require options': [/, options\?: /g, ', options: '],
  'require a parameter': [/(\w+)\?: (\w+)\)/g, '$1: $2)'],
  'add an optional parameter': [/, options\?: (\w+)\)/g, ', options?: $1, added?: string)'],
  'add a required parameter': [/\(params: /g, '(added: string, params: '],
  'change a result': [/: Call<.*>;$/gm, ': Call<{ changed: string }>;'],
  'return no pages': [/: PagedCall<(.*)>;$/gm, ': Call<$1>;'],
  'remove a type parameter': [/<const Mask extends [^>]*> = "\*">/g, ''],
  'constrain a type parameter': [/<const Mask extends /g, '<const Mask extends "*" & '],
  'remove a method': [/^\t+\w+(?:<.*>)?\(params.*;$/gm, ''],
  'add an optional member': [/^(export interface .*)\{$/gm, '$1{\n\tadded?: string;'],
  'add a member': [/^(export interface .*)\{$/gm, '$1{\n\tadded: string;'],
  'remove an exported name': [/^(export (?:type )?\{)[\w ]+,/gm, '$1'],
  'export only a type': [/^export (?=\{)/gm, 'export type '],
  'add a name': [/$(?![^])/g, '\nexport declare const added: string;\n'],
  'change a comment': [/\/\*\* .* \*\//g, '/** Another comment. */'],
};

/** Replaces the match that the selector picks. Returns undefined without a match. */
export function mutateText(text: string, [pattern, replacement]: TextMutation, select: Selector): string | undefined {
  const match = select.pick([...text.matchAll(pattern)]);
  if (match === undefined) return undefined;
  const end = match.index + match[0].length;
  const single = new RegExp(pattern.source, pattern.flags.replace('g', 'y'));
  single.lastIndex = match.index;
  const replaced = text.replace(single, replacement);
  return replaced === text && end === match.index ? undefined : replaced;
}
