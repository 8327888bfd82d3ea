/** A small API. Its types occur only in requests, only in responses, or in both. Helpers compare it with an edited copy. */
import { runCommandLine } from '../../../generator/cli/cli.js';
import { memoryEffects } from '../../support/memory-files.js';

export const base = `name: shop
version: v1
title: Shop
rootUrl: https://shop.example.com/
servicePath: shop/v1/
endpoints: [{ location: north, endpointUrl: "https://n.example/" }, { location: west, endpointUrl: "https://west.example/" }]
x-documents: { manual: { title: The manual } }
x-source: "manual: All"
auth: { oauth2: { scopes: { read: { description: Read. }, write: { description: Write. } } } }
parameters:
  fields: { type: string, location: query, description: Wanted fields. }
schemas:
  Order:
    type: object
    description: Used only in requests.
    properties:
      what: { type: string, description: What is ordered., annotations: { required: [shop.orders.send] } }
      size: { type: string, enum: [SMALL, LARGE], description: How large. }
      count: { type: integer, format: int32, minimum: "1", maximum: "10", description: How many., default: "1" }
      gift: { type: boolean, x-writeOnly: true, description: A gift. }
  Receipt:
    type: object
    description: Used only in responses.
    properties:
      number: { type: string, readOnly: true, description: Its number. }
      state: { type: string, enum: [OPEN, PAID], description: Its state. }
      hue: { type: string, enum: [RED], x-undocumented: [values], description: Its hue. }
      sum: { type: number, minimum: "0", description: The sum. }
      lines: { type: array, items: { $ref: Line }, description: Its lines. }
  Line:
    type: object
    description: A line.
    properties:
      text: { type: string, x-maxLength: 80, description: Its text. }
  Thing:
    type: object
    description: Used in requests and responses.
    properties:
      name: { type: string, pattern: "[a-z]+", x-minLength: 1, description: Its name. }
      note: { type: string, description: A remark. }
      kind: { type: string, enum: [BIG, SMALL], description: Its kind. }
      made: { type: string, format: date-time, readOnly: true, description: When it was made. }
      labels: { type: object, additionalProperties: { type: string }, x-propertyNames: { maxLength: 10 }, description: Labels. }
      low: { type: integer, format: int32, description: The least. }
      high: { type: integer, format: int32, description: The most. }
resources:
  orders:
    methods:
      send:
        id: shop.orders.send
        httpMethod: POST
        path: orders
        description: Orders something.
        request: { $ref: Order }
        response: { $ref: Receipt }
        scopes: [read, write]
        x-permissions: [shop.orders.send]
  things:
    methods:
      get:
        id: shop.things.get
        httpMethod: GET
        path: things/{thing}
        description: Gets a thing.
        parameters:
          thing: { type: string, location: path, required: true, description: Its name. }
          view: { type: string, location: query, default: SHORT, description: How much of it. }
        response: { $ref: Thing }
      update:
        id: shop.things.update
        httpMethod: PUT
        path: things/{thing}
        description: Replaces a thing.
        parameters:
          thing: { type: string, location: path, required: true, description: Its name. }
        request: { $ref: Thing }
        response: { $ref: Thing }
`;

/** A text of the base specification and its replacement. */
export type Edit = readonly [search: string, replacement: string];

export function editBase(text: string, ...edits: readonly Edit[]): string {
  return edits.reduce((edited, [search, replacement]) => {
    if (!edited.includes(search)) throw new Error(`there is no ${JSON.stringify(search)} to edit`);
    return edited.replace(search, () => replacement);
  }, text);
}

export interface DiffResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `discogen diff old.yaml new.yaml` with these texts. */
export async function diff(
  old: string,
  next: string,
  words: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<DiffResult> {
  const effects = memoryEffects({ ...files, 'old.yaml': old, 'new.yaml': next });
  const status = await runCommandLine(['diff', 'old.yaml', 'new.yaml', ...words], { ...effects, version: '' });
  return { status, ...effects.printed };
}

/** Returns lines such as `breaking field-removed Thing.note`, without positions and reasons. */
export async function diffChanges(old: string, next: string): Promise<readonly string[]> {
  const { stdout, stderr } = await diff(old, next, ['--format', 'json']);
  if (stderr !== '') throw new Error(stderr);
  const { changes, diagnostics } = JSON.parse(stdout) as {
    readonly changes: readonly { readonly kind: string; readonly subject: string; readonly step: string; readonly breaking: boolean }[];
    readonly diagnostics: readonly { readonly message: string; readonly severity: string }[];
  };
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return changes.map(({ kind, subject, step, breaking }) => `${breaking ? 'breaking' : step} ${kind} ${subject}`);
}
