/** Methods in one line each. */
import type { MethodBehaviour } from '../../../../../templates/runtime/descriptor.js';

type Verb = MethodBehaviour['method']['httpMethod'];

export function method(
  id: string,
  route: `${Verb} ${string}`,
  rest: Omit<MethodBehaviour, 'method'> & { more?: Partial<MethodBehaviour['method']> },
): MethodBehaviour {
  const [httpMethod, path] = route.split(' ') as [Verb, string];
  const { more, ...behaviour } = rest;
  return { ...behaviour, method: { id, httpMethod, path, ...more } };
}
