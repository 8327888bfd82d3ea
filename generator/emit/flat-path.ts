/** Parses normalized routes, and flattens them to one variable per segment like Discovery's `flatPath`. */

export type RoutePart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; /** `*`, `**`, `projects/*\/zones/*` */ readonly template: string };

export function parseRouteParts(route: string): readonly RoutePart[] {
  const pieces = route.split(/(\{[^}]*\})/).filter((piece) => piece !== '');
  return pieces.map((piece) => {
    if (!piece.startsWith('{')) return { kind: 'literal', text: piece };
    const [name = '', template = '*'] = piece.slice(1, -1).split('=');
    return { kind: 'variable', name, template };
  });
}

export interface FlatVariable {
  readonly name: string;
  /** The variable of the route that contains it, or has the same name. */
  readonly of: string;
  /** Whether it is the entire variable of the route. */
  readonly whole: boolean;
}

export interface FlatPath {
  /** `v1/projects/{projectsId}/zones/{zonesId}:lookup` */
  readonly path: string;
  readonly variables: readonly FlatVariable[];
}

/** Flattens a route. A wildcard has the name of the preceding literal: `projects/*` becomes `projects/{projectsId}`. */
export function toFlatPath(route: string): FlatPath {
  const parts = parseRouteParts(route);
  const taken = new Set(parts.flatMap((part) => (part.kind === 'variable' && isWhole(part.template) ? [part.name] : [])));
  const variables: FlatVariable[] = [];
  let path = '';
  const add = (variable: FlatVariable): string => {
    variables.push(variable);
    return `{${variable.name}}`;
  };
  for (const part of parts) {
    if (part.kind === 'literal') path += part.text;
    else if (isWhole(part.template)) path += add({ name: part.name, of: part.name, whole: true });
    else {
      for (const [index, segment] of part.template.split('/').entries()) {
        if (index > 0) path += '/';
        if (segment !== '*' && segment !== '**') path += segment;
        else path += add({ name: makeUnique(`${findLastLiteral(path) ?? part.name}Id`, taken), of: part.name, whole: false });
      }
    }
  }
  return { path, variables };
}

function isWhole(template: string): boolean {
  return template === '*' || template === '**';
}

function findLastLiteral(path: string): string | undefined {
  const segment = path.split('/').findLast((text) => text !== '' && !text.includes('{'));
  const word = segment?.replace(/[^A-Za-z0-9_]/g, '');
  return word === '' ? undefined : word;
}

function makeUnique(name: string, taken: Set<string>): string {
  let unique = name;
  for (let number = 1; taken.has(unique); number += 1) unique = `${name}${String(number)}`;
  taken.add(unique);
  return unique;
}
