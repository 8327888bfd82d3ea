/** Flattens path templates to one variable per segment, like Discovery's `flatPath`. */
import { parseTemplate } from '../../runtime/paths/template.js';

export interface FlatVariable {
  readonly name: string;
  /** The variable of the template that contains it, or has the same name. */
  readonly templateVariable: string;
  /** Whether it is the entire variable of the template. */
  readonly isWholeVariable: boolean;
}

export interface FlatPath {
  /** `v1/projects/{projectsId}/zones/{zonesId}:lookup` */
  readonly path: string;
  readonly variables: readonly FlatVariable[];
}

/** Flattens a template. A wildcard has the name of the preceding literal: `projects/*` becomes `projects/{projectsId}`. */
export function toFlatPath(template: string): FlatPath {
  const { segments, verb } = parseTemplate(template);
  const isWhole = (pattern: readonly string[] | undefined): boolean =>
    pattern === undefined || (pattern.length === 1 && isWildcard(pattern[0]));
  const usedNames = new Set(segments.flat().flatMap((part) => (typeof part === 'object' && isWhole(part.pattern) ? [part.name] : [])));
  const variables: FlatVariable[] = [];
  let path = '';
  const add = (variable: FlatVariable): string => {
    variables.push(variable);
    return `{${variable.name}}`;
  };
  for (const [index, segment] of segments.entries()) {
    if (index > 0) path += '/';
    for (const part of segment) {
      if (typeof part === 'string') path += part;
      else if (isWhole(part.pattern)) path += add({ name: part.name, templateVariable: part.name, isWholeVariable: true });
      else {
        for (const [at, text] of (part.pattern ?? []).entries()) {
          if (at > 0) path += '/';
          const createName = (): string => makeUnique(`${findLastLiteral(path) ?? part.name}Id`, usedNames);
          path += isWildcard(text) ? add({ name: createName(), templateVariable: part.name, isWholeVariable: false }) : text;
        }
      }
    }
  }
  return { path: verb === undefined ? path : `${path}:${verb}`, variables };
}

function isWildcard(text: string | undefined): boolean {
  return text === '*' || text === '**';
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
