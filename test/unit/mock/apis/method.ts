/** Creates the behavior of a method from its ID and route. */
import type { MethodBehavior } from '../../../../runtime/behavior.js';

type Verb = MethodBehavior['method']['httpMethod'];

export function method(
  id: string,
  route: `${Verb} ${string}`,
  rest: Omit<MethodBehavior, 'method'> & { more?: Partial<MethodBehavior['method']> },
): MethodBehavior {
  const [httpMethod, path] = route.split(' ') as [Verb, string];
  const { more, ...behavior } = rest;
  return { ...behavior, method: { id, httpMethod, path, ...more } };
}
