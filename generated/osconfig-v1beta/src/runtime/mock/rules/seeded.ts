/** What is judged of a resource that is given, not made by a call: its own content, and its name beside what stands above it. */
import type { JsonObject } from '../json.js';
import type { Place } from '../world/resource.js';
import { domainIn } from './above.js';
import { judgeResource } from './index.js';
import { judgeName } from './name-within.js';

export interface Seeded {
  readonly place: Place;
  readonly next: JsonObject;
  /** What stands above it. */
  readonly parent: JsonObject | undefined;
}

/** Throws 400 for what no call could have made. */
export function judgeSeeded({ place, next, parent }: Seeded): void {
  judgeResource({ place, next });
  for (const rule of place.resource.rules) {
    if (rule.kind === 'nameWithin') judgeName({ next }, rule, domainIn(parent, rule.of));
  }
}
