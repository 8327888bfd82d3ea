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
  readonly routeVariable: string;
  /** Whether it is the entire variable of the route. */
  readonly isWholeVariable: boolean;
}

export interface FlatPath {
  /** `v1/projects/{projectsId}/zones/{zonesId}:lookup` */
  readonly path: string;
  readonly variables: readonly FlatVariable[];
}

/** Flattens a route. A wildcard has the name of the preceding literal: `projects/*` becomes `projects/{projectsId}`. */
export function toFlatPath(route: string): FlatPath {
  const parts = parseRouteParts(route);
  const usedNames = new Set(parts.flatMap((part) => (part.kind === 'variable' && isWildcard(part.template) ? [part.name] : [])));
  const variables: FlatVariable[] = [];
  let path = '';
  const add = (variable: FlatVariable): string => {
    variables.push(variable);
    return `{${variable.name}}`;
  };
  for (const part of parts) {
    if (part.kind === 'literal') path += part.text;
    else if (isWildcard(part.template)) path += add({ name: part.name, routeVariable: part.name, isWholeVariable: true });
    else {
      for (const [index, segment] of part.template.split('/').entries()) {
        if (index > 0) path += '/';
        if (segment !== '*' && segment !== '**') path += segment;
        else
          path += add({
            name: makeUnique(`${findLastLiteral(path) ?? part.name}Id`, usedNames),
            routeVariable: part.name,
            isWholeVariable: false,
          });
      }
    }
  }
  return { path, variables };
}

function isWildcard(template: string): boolean {
  return template === '*' || template === '**';
}

function findLastLiteral(path: string): string | undefined {
  const segment = path.split('/').findLast((text) => text !== '' && !text.includes('{'));
  const word = segment?.replace(/[^A-Za-z0-9_]/g, '');
  return word === '' ? undefined : word;
}

function makeUnique(name: string, usedNames: Set<string>): string {
  let unique = name;
  for (let number = 1; usedNames.has(unique); number += 1) unique = `${name}${String(number)}`;
  usedNames.add(unique);
  return unique;
}
