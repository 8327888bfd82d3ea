/** A published document with its model and its generated package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildModel } from '../../generator/model/build.js';
import type { JsonObject } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import { createNames, type Names } from '../../generator/emit/names.js';
import { getPackageFolderName } from '../../generator/emit/emitter.js';
import type { Mock, MockOptions } from '../../mock/index.js';
import type { ApiBehavior } from '../../runtime/behavior.js';
import type { Validator } from '../../runtime/descriptor.js';

export interface Published {
  /** `dns-v1` */
  readonly name: string;
  readonly document: JsonObject;
  readonly api: Api;
  readonly names: Names;
  /** Folder of its package. */
  readonly folder: string;
}

export function readPublished(file: string, out: string): Published {
  const document = JSON.parse(readFileSync(file, 'utf8')) as JsonObject;
  const api = buildModel(document, { variables: {} });
  const name = getPackageFolderName(api);
  return { name, document, api, names: createNames(api), folder: join(out, name) };
}

/** A function of a client, or a collection of them. */
export type Node = { readonly [name: string]: Node } & ((params?: object, options?: object) => Promise<unknown>);

export interface Modules {
  readonly createClient: (options: { readonly fetch: Mock['fetch']; readonly rootUrl: string; readonly retry: false }) => Node;
  readonly createMock: (options?: MockOptions) => Mock;
  readonly behavior: ApiBehavior;
  readonly validators: Readonly<Record<string, Validator>>;
}

export async function loadModules({ folder }: Published): Promise<Modules> {
  const entry = (name: string): Promise<object> => import(pathToFileURL(join(folder, 'dist', name)).href) as Promise<object>;
  const [client, mock, validators] = await Promise.all([entry('index.js'), entry('mock.js'), entry('validators.js')]);
  return { ...client, ...mock, validators } as unknown as Modules;
}

/** Finds the function of a method in a client. A collection with the name of a method has a `$`. */
export function findFunction(client: Node, collections: readonly string[], name: string): Node {
  const node = collections.reduce<Node>((inner, collection) => {
    const names = [`${collection}$`, collection].filter((each) => Object.hasOwn(inner, each) && typeof inner[each] === 'object');
    return inner[names[0] ?? collection] as Node;
  }, client);
  return node[name] as Node;
}
