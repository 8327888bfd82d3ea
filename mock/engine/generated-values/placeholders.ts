/** Resolves the placeholders of value templates that aren't fields. */
import type { FieldBehavior } from '../../../runtime/behavior.js';
import { formatTime } from '../../lib/instants.js';
import { getMember } from '../../lib/json.js';
import type { Random } from '../../lib/random.js';
import { formatPlace } from '../../catalog/links.js';
import { getLocationCollection, getPathValue, getPathVariable } from '../../catalog/path-values.js';
import { findProjectIndex } from '../../catalog/projects.js';
import type { Place } from '../../catalog/resource.js';
import type { FillContext } from '../call.js';
import type { PlaceholderResolver } from './value-template.js';

/** What placeholders stand for. The parameters are those of the request. */
type PlaceholderContext = Omit<FillContext, 'createId'>;

/**
 * Creates a resolver of the placeholders `{now}` (in the format of `field`), `{projectNumber}`, `{resourceName}`, `{locationCollection}`,
 * `{path.…}`, `{parameter.…}`, and `{generated.…}`.
 */
export function createPlaceholderResolver(
  place: Place,
  context: PlaceholderContext,
  getField: () => FieldBehavior | undefined,
): PlaceholderResolver {
  return (name) => {
    if (name === 'now') return formatTime(context.at, getField());
    if (name === 'projectNumber') return findProjectNumber(place, context);
    if (name === 'resourceName') return formatPlace(place);
    if (name === 'locationCollection') return getLocationCollection(place);
    const dot = name.indexOf('.');
    const rest = name.slice(dot + 1);
    switch (name.slice(0, Math.max(dot, 0))) {
      case 'path':
        return getPathValue(place, rest);
      case 'parameter':
        return getPathVariable(place, rest) ?? getMember(context.parameters, rest);
      case 'generated':
        return generateText(context.getRandom, rest);
      default:
        return undefined;
    }
  };
}

const generators: Readonly<Record<string, (random: Random, length: number) => string>> = {
  uuid: (random) => random.nextUuid(),
  digits: (random, length) => random.nextDigits(length),
  hex: (random, length) => random.nextHex(length),
  base64: (random, length) => random.nextBase64(length),
  ipv4: (random) => `203.0.113.${1 + (Number.parseInt(random.nextHex(4), 16) % 254)}`,
};

/** Generates text of a form: `uuid`, `digits(21)`, `hex(16)`, `base64(8)`, `ipv4`. */
export function generateText(getRandom: () => Random, form: string): string | undefined {
  const [, name = '', length = '0'] = /^([a-z\d]+)(?:\((\d{1,3})\))?$/.exec(form) ?? [];
  return Object.hasOwn(generators, name) ? generators[name]?.(getRandom(), Number(length)) : undefined;
}

/** Returns the number of the project in the path, or else of the parameter `project`. */
function findProjectNumber({ resource, segments }: Place, context: PlaceholderContext): string | undefined {
  const index = findProjectIndex(resource.api, segments);
  const id = index === undefined ? getMember(context.parameters, 'project') : segments[index];
  return typeof id === 'string' ? context.getProjectNumber(id) : undefined;
}
