/** Finds the protobuf fields of the fields and parameters of an API, from the methods that both have. */
import type { Api, Field, Parameter, Type } from '../model/model.js';
import { getLookup } from '../model/schema-lookup.js';
import { listVariableRanges } from '../../runtime/paths/shape.js';
import { parseTemplate } from '../../runtime/paths/template.js';
import { getText, isObject } from '../lib/json.js';
import { getOptions, type ProtoEnum, type ProtoField, type ProtoFile, type ProtoMessage } from './proto-file.js';
import { type Declared, isMessage, type ProtoLibrary } from './proto-library.js';
import type { MethodMatch } from './match-methods.js';

/** A schema, or an object in one, and its message. */
export interface MessageMatch {
  /** The ID of the schema. Absent for an object in a schema or a body. */
  readonly schema?: string;
  readonly type: Extract<Type, { kind: 'object' }>;
  readonly message: ProtoMessage;
  readonly file: ProtoFile;
}

export interface FieldMatch {
  readonly field: Field;
  /** The schema that has the field, if it isn't in an object inside one. */
  readonly schema?: string;
  readonly proto: ProtoField;
  readonly message: ProtoMessage;
  readonly file: ProtoFile;
  /** The enum whose values the field, its items, or its map values have. */
  readonly values?: ProtoEnum;
}

export interface ParameterMatch {
  readonly method: MethodMatch;
  readonly parameter: Parameter;
  readonly proto: ProtoField;
  readonly file: ProtoFile;
  readonly values?: ProtoEnum;
}

export interface FieldMatches {
  readonly messages: readonly MessageMatch[];
  readonly fields: readonly FieldMatch[];
  readonly parameters: readonly ParameterMatch[];
}

export function matchFields(api: Api, methods: readonly MethodMatch[], library: ProtoLibrary): FieldMatches {
  const matcher = new FieldMatcher(api, library);
  for (const match of methods) matcher.addMethod(match);
  matcher.addRemaining(new Set(methods.map(({ service }) => service.file.package)));
  return matcher;
}

class FieldMatcher implements FieldMatches {
  readonly messages: MessageMatch[] = [];
  readonly fields: FieldMatch[] = [];
  readonly parameters: ParameterMatch[] = [];
  readonly #schemas = new Map<string, string>();
  readonly #seen = new Set<Type>();

  constructor(
    private readonly api: Api,
    private readonly library: ProtoLibrary,
  ) {}

  addMethod(match: MethodMatch): void {
    const { method, rpc, service, binding } = match;
    const scope = service.file.package;
    const request = this.library.findType(rpc.request, scope);
    if (isMessage(request)) {
      this.#addParameters(match, request);
      if (binding.body === '*') this.#addType(method.request, request);
      else if (binding.body !== undefined) this.#addFieldType(method.request, request, binding.body);
    }
    const response = this.library.findType(rpc.response, scope);
    if (!isMessage(response)) return;
    if (binding.responseBody === undefined) this.#addType(method.response, response);
    else this.#addFieldType(method.response, response, binding.responseBody);
    for (const info of getOptions(rpc.options, 'google.longrunning.operation_info'))
      for (const key of ['response_type', 'metadata_type']) {
        const type = isObject(info) ? getText(info, key) : undefined;
        const found = type === undefined ? undefined : this.library.findType(type, scope);
        if (isMessage(found)) this.#addNamedSchema(found);
      }
  }

  /** Adds schemas that no method leads to, whose ID is the name of a message that has all their fields. */
  addRemaining(packages: ReadonlySet<string>): void {
    const candidates = this.library.listMessages().filter(({ file }) => packages.has(file.package));
    for (const candidate of candidates) this.#addNamedSchema(candidate);
  }

  #addNamedSchema(found: Declared<ProtoMessage>): void {
    const { package: scope } = found.file;
    const local = found.value.name.slice(scope === '' ? 0 : scope.length + 1).replaceAll('.', '');
    const prefix = scope
      .split('.')
      .map((part) => part.replace(/^./, (first) => first.toUpperCase()).replace(/_(.)/g, (_, next: string) => next.toUpperCase()));
    for (const id of [`${prefix.join('')}${local}`, local]) {
      const type = this.#schemas.has(id) ? undefined : getLookup(this.api).object(id);
      const names = new Set(found.value.fields.map(({ jsonName }) => jsonName));
      if (type !== undefined && type.fields.every(({ name }) => names.has(name))) return this.#addType({ kind: 'ref', schema: id }, found);
    }
  }

  #addParameters(match: MethodMatch, request: Declared<ProtoMessage>): void {
    const written = listVariableRanges(parseTemplate(match.binding.path)).map(({ name }) => name);
    const own = listVariableRanges(parseTemplate(match.method.route)).map(({ name }) => name);
    for (const parameter of match.method.parameters) {
      // A variable of the path can have another name in the document.
      const index = parameter.location === 'path' ? own.indexOf(parameter.name) : -1;
      const path = (own.length === written.length ? written[index] : undefined) ?? parameter.name;
      const found = this.#findField(request, path.split('.'));
      if (found === undefined) continue;
      const values = this.#findEnum(found.proto, found.message);
      this.parameters.push({ method: match, parameter, proto: found.proto, file: found.file, ...(values && { values }) });
    }
  }

  #findField(
    message: Declared<ProtoMessage>,
    path: readonly string[],
  ): { proto: ProtoField; message: ProtoMessage; file: ProtoFile } | undefined {
    const [name, ...rest] = path;
    const proto = message.value.fields.find((field) => field.name === name || field.jsonName === name);
    if (proto === undefined || rest.length === 0) return proto && { proto, message: message.value, file: message.file };
    const inner = this.library.findType(proto.type, message.value.name);
    return isMessage(inner) ? this.#findField(inner, rest) : undefined;
  }

  #findEnum({ type }: ProtoField, { name }: ProtoMessage): ProtoEnum | undefined {
    const found = this.library.findType(type, name)?.value;
    return found !== undefined && 'values' in found ? found : undefined;
  }

  #addFieldType(type: Type | undefined, message: Declared<ProtoMessage>, name: string): void {
    const found = this.#findField(message, [name]);
    const inner = found === undefined ? undefined : this.library.findType(found.proto.type, message.value.name);
    if (isMessage(inner)) this.#addType(type, inner);
  }

  #addType(type: Type | undefined, message: Declared<ProtoMessage>): void {
    if (type?.kind === 'array') this.#addType(type.items, message);
    else if (type?.kind === 'map') this.#addType(type.values, message);
    else if (type?.kind === 'ref') {
      if (this.#schemas.has(type.schema)) return;
      this.#schemas.set(type.schema, message.value.name);
      const object = getLookup(this.api).object(type);
      if (object !== undefined) this.#addObject(object, message, type.schema);
    } else if (type?.kind === 'object' && !this.#seen.has(type)) this.#addObject(type, message);
  }

  #addObject(type: Extract<Type, { kind: 'object' }>, message: Declared<ProtoMessage>, schema?: string): void {
    this.#seen.add(type);
    const { value, file } = message;
    this.messages.push({ type, message: value, file, ...(schema !== undefined && { schema }) });
    const byName = new Map(value.fields.map((field) => [field.jsonName, field]));
    for (const field of type.fields) {
      const proto = byName.get(field.name);
      if (proto === undefined) continue;
      const values = this.#findEnum(proto, value);
      this.fields.push({ field, proto, message: value, file, ...(schema !== undefined && { schema }), ...(values && { values }) });
      const inner = this.library.findType(proto.type, value.name);
      if (isMessage(inner)) this.#addType(field.type, inner);
    }
  }
}
