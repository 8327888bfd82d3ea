/**
 * Infers the quotas of resources: a resource counts toward the quota whose `metric` names its collection, in the list `quotas` of an
 * ancestor.
 */
import { findLastLiteral } from '../../lib/path-steps.js';
import { formatShapeKey, toShapeKey } from '../../../templates/runtime/paths/shape.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import type { Lookup } from '../schema-lookup.js';
import type { Resource, StringType } from '../model.js';

export function inferQuotas(resources: readonly Resource[], lookup: Lookup): readonly Resource[] {
  const owners = resources.flatMap(({ path, schema }) => {
    const metrics = findMetricType(schema, lookup);
    return metrics ? [{ path, metrics, key: toShapeKey(path) }] : [];
  });
  return resources.map((resource) => {
    // Quotas count what clients create.
    if (resource.implicit || resource.operation || resource.idParameters.length === 0) return resource;
    const { steps } = parseTemplate(resource.path);
    const [key, metric] = [formatShapeKey(steps), toMetric(findLastLiteral(steps) ?? '')];
    const paths = owners
      .filter((owner) => key.startsWith(`${owner.key}/`) && hasValue(owner.metrics, metric))
      .sort((one, other) => other.key.length - one.key.length)
      .map(({ path }) => path);
    return paths.length === 0 ? resource : { ...resource, quota: { metric, owners: paths } };
  });
}

/** Returns the type of the metrics if the schema has quotas. */
function findMetricType(schema: string | undefined, lookup: Lookup): StringType | undefined {
  const quotas = lookup.resolve(lookup.field(schema, 'quotas')?.type);
  const quota = quotas?.kind === 'array' ? quotas.items : undefined;
  const metric = lookup.resolve(lookup.field(quota, 'metric')?.type);
  return metric?.kind === 'string' && ['limit', 'usage'].every((name) => lookup.field(quota, name)) ? metric : undefined;
}

/** `sslPolicies` -> `SSL_POLICIES` */
function toMetric(collection: string): string {
  return collection.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

function hasValue({ enum: values, open }: StringType, metric: string): boolean {
  return values === undefined || open || values.some(({ value }) => value === metric);
}
