/** Deletes what a scenario created. */
import type { Method, Resource } from '../../generator/model/model.js';
import { isAccepted, listErrors } from './reference-mock.js';
import { resolveText } from './references.js';
import { buildCallPath } from './route.js';
import { toHttpCall, type HttpCall } from './scenario.js';
import type { ScenarioBuilder } from './scenario-builder.js';

/** Creates the call of a method for the resource at a path. */
export function createResourceCall(method: Method, path: string, resource: Resource): HttpCall {
  const target = { path, template: resource.path };
  return toHttpCall({ method, path: buildCallPath(method, target, () => ''), query: {} }, () => undefined);
}

/** Deletes what a scenario created in the mock, the newest first. Returns why that fails. */
export async function findUndoProblem({ steps, getBody, index, options: { session } }: ScenarioBuilder): Promise<string | undefined> {
  const created = steps.flatMap((step) => {
    const resource = step.kind === 'call' && step.creates !== undefined ? index.getTarget(step.template.method) : undefined;
    return step.kind === 'call' && resource !== undefined ? [{ resource, path: step.creates ?? '', method: step.template.method }] : [];
  });
  for (const { resource, path, method } of created.reverse()) {
    const remove = index.findMethod(resource, 'delete');
    if (remove === undefined) return `${method.id} creates a resource that no method deletes`;
    const reply = await session.send(createResourceCall(remove, resolveText(path, getBody), resource));
    if (!isAccepted(reply) && reply.status !== 404)
      return `${remove.id} can't delete what the scenario creates: ${listErrors(reply)[0]?.message ?? reply.status}`;
  }
  return undefined;
}
