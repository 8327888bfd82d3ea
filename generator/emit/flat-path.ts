/** Reading normalised routes, and writing them with one variable per segment, as Discovery's `flatPath` does. */

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
  /** The variable of the route that it is a part of; the same name where it is the whole. */
  readonly of: string;
  /** The whole of the route's variable, not a part of it. */
  readonly whole: boolean;
}

export interface FlatPath {
  /** `v1/projects/{projectsId}/zones/{zonesId}:lookup` */
  readonly path: string;
  readonly variables: readonly FlatVariable[];
}

/** Wildcards inside a variable are called by the literal before them: `projects/*` is `projects/{projectsId}`. */
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
        else path += add({ name: unused(`${lastLiteral(path) ?? part.name}Id`, taken), of: part.name, whole: false });
      }
    }
  }
  return { path, variables };
}

function isWhole(template: string): boolean {
  return template === '*' || template === '**';
}

function lastLiteral(path: string): string | undefined {
  const segment = path.split('/').findLast((text) => text !== '' && !text.includes('{'));
  const word = segment?.replace(/[^A-Za-z0-9_]/g, '');
  return word === '' ? undefined : word;
}

function unused(name: string, taken: Set<string>): string {
  let found = name;
  for (let number = 1; taken.has(found); number += 1) found = `${name}${String(number)}`;
  taken.add(found);
  return found;
}
