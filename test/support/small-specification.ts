/** A minimal specification with a method, a schema, and a variable. */
export function smallSpecification({
  name = 'tiny',
  version = 'v1',
  field = 'note',
}: { readonly name?: string; readonly version?: string; readonly field?: string } = {}): string {
  return `name: ${name}
version: ${version}
title: ${name}
rootUrl: "{base_url}/"
servicePath: ${name}/${version}/
x-documents: { doc: { title: A document } }
x-source: "doc: All of it"
x-variables:
  base_url: { description: Address of the service. }
schemas:
  Thing:
    id: Thing
    type: object
    description: A thing.
    properties:
      name: { type: string, description: Its name. }
      ${field}: { type: string, description: A remark. }
resources:
  things:
    methods:
      get:
        id: ${name}.things.get
        httpMethod: GET
        path: things/{thing}
        description: Gets a thing.
        parameterOrder: [thing]
        parameters:
          thing: { type: string, location: path, required: true, description: Its name. }
        response: { $ref: Thing }
`;
}

export function buildConfig(names: readonly string[], more = ''): string {
  return `specs:\n${names.map((name) => `  - { name: ${name}, file: specs/${name}.yaml }\n`).join('')}out: made\n${more}`;
}
