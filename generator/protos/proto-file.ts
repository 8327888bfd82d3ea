/** The parts of a `.proto` file that state facts about an API, and the reading of its text. */
import protobuf from 'protobufjs';
import { isObject, type Json } from '../lib/json.js';
import { locateDeclarations } from './locate-declarations.js';

/** Options as written, in order: `google.api.http` with its value, which is an object for an aggregate. */
export type ProtoOptions = readonly (readonly [string, Json])[];

export interface ProtoField {
  /** As written: `display_name`. */
  readonly name: string;
  /** The name in JSON: `displayName`. */
  readonly jsonName: string;
  /** As written: `string`, `Topic`, `google.protobuf.Timestamp`. That of the values for a map. */
  readonly type: string;
  readonly kind: 'single' | 'list' | 'map';
  /** The name of its oneof, if it isn't one that `optional` implies. */
  readonly oneof?: string;
  readonly options: ProtoOptions;
  readonly line: number;
}

export interface ProtoMessage {
  /** The full name: `google.pubsub.v1.Topic`. */
  readonly name: string;
  readonly fields: readonly ProtoField[];
  readonly options: ProtoOptions;
  readonly line: number;
}

export interface ProtoEnum {
  readonly name: string;
  /** The numbers by the names of values. */
  readonly values: ReadonlyMap<string, number>;
  readonly line: number;
}

export interface ProtoMethod {
  readonly name: string;
  /** The types of the request and the response, as written. */
  readonly request: string;
  readonly response: string;
  readonly options: ProtoOptions;
  readonly line: number;
}

export interface ProtoService {
  readonly name: string;
  readonly methods: readonly ProtoMethod[];
  readonly options: ProtoOptions;
}

export interface ProtoFile {
  /** As shown to the user. */
  readonly path: string;
  readonly package: string;
  readonly imports: readonly string[];
  readonly messages: readonly ProtoMessage[];
  readonly enums: readonly ProtoEnum[];
  readonly services: readonly ProtoService[];
}

/** A text that can't be read. */
export interface ProtoProblem {
  readonly message: string;
  readonly line: number;
}

/** Reads the text of a `.proto` file. Never throws, whatever the text. */
export function parseProto({ path, text }: { readonly path: string; readonly text: string }): ProtoFile | ProtoProblem {
  try {
    const root = new protobuf.Root();
    const { package: name = '', imports = [] } = protobuf.parse(text, root, { keepCase: true });
    const lines = locateDeclarations(text);
    const declarations = listDeclarations(root, '');
    const locate = (declared: string): number => lines.get(declared) ?? 1;
    return {
      path,
      package: name,
      imports,
      messages: declarations.flatMap((found) => (found.value instanceof protobuf.Type ? readMessage(found.name, found.value, locate) : [])),
      enums: declarations.flatMap((found) => (found.value instanceof protobuf.Enum ? readEnum(found.name, found.value, locate) : [])),
      services: declarations.flatMap((found) =>
        found.value instanceof protobuf.Service ? readService(found.name, found.value, locate) : [],
      ),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, reason = message, line = '1'] = /^(.*?)(?: \((?:.*, )?line (\d+)\))?$/s.exec(message) ?? [];
    return { message: reason, line: Number(line) };
  }
}

/** Returns the values of an option, that of each occurrence and each element of a list. `name`: without brackets, `google.api.http`. */
export function getOptions(options: ProtoOptions, name: string): readonly Json[] {
  return options.flatMap(([key, value]) => (key !== name ? [] : Array.isArray(value) ? (value as readonly Json[]) : [value]));
}

interface Declaration {
  readonly name: string;
  readonly value: protobuf.ReflectionObject;
}

function listDeclarations(namespace: protobuf.NamespaceBase, scope: string): readonly Declaration[] {
  return namespace.nestedArray.flatMap((value) => {
    const name = scope === '' ? value.name : `${scope}.${value.name}`;
    const isNamed = value instanceof protobuf.Type || value instanceof protobuf.Enum || value instanceof protobuf.Service;
    return [...(isNamed ? [{ name, value }] : []), ...(value instanceof protobuf.Namespace ? listDeclarations(value, name) : [])];
  });
}

type Locate = (name: string) => number;

function readMessage(name: string, type: protobuf.Type, locate: Locate): ProtoMessage {
  const oneofs = new Map(type.oneofsArray.flatMap(({ name: oneof, oneof: members }) => members.map((member) => [member, oneof] as const)));
  const fields = Object.values(type.fields).map((field): ProtoField => {
    const options = readOptions(field);
    const oneof = oneofs.get(field.name);
    const isOptional = field.options?.['proto3_optional'] === true;
    const stated = getOptions(options, 'json_name')[0];
    return {
      name: field.name,
      jsonName: typeof stated === 'string' ? stated : toJsonName(field.name),
      type: field.type,
      kind: field instanceof protobuf.MapField ? 'map' : field.repeated ? 'list' : 'single',
      ...(oneof !== undefined && !isOptional && { oneof }),
      options,
      line: locate(`${name}.${field.name}`),
    };
  });
  return { name, fields, options: readOptions(type), line: locate(name) };
}

function readEnum(name: string, type: protobuf.Enum, locate: Locate): ProtoEnum {
  return { name, values: new Map(Object.entries(type.values)), line: locate(name) };
}

function readService(name: string, service: protobuf.Service, locate: Locate): ProtoService {
  const methods = service.methodsArray.map((method): ProtoMethod => ({
    name: method.name,
    request: method.requestType,
    response: method.responseType,
    options: readOptions(method),
    line: locate(`${name}.${method.name}`),
  }));
  return { name, methods, options: readOptions(service) };
}

function readOptions({ parsedOptions }: protobuf.ReflectionObject): ProtoOptions {
  const list: readonly unknown[] = Array.isArray(parsedOptions) ? parsedOptions : [];
  return list.flatMap((entry) =>
    isObject(entry as Json) ? Object.entries(entry as Record<string, Json>).map(([key, value]) => [toOptionName(key), value] as const) : [],
  );
}

/** `google.api.http` for `(google.api.http)` and `(.google.api.http)`. */
const toOptionName = (written: string): string => written.replace(/^\(\.?|\)$/g, '');

/** Returns the name that the JSON mapping of Protocol Buffers gives to a field. */
const toJsonName = (name: string): string => name.replace(/_+([^_])?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '');
