/** Takes each rule out of the mock in turn, and counts the rules whose absence is reported. */
import { test } from 'vitest';
import { setAt } from '../../generator/traffic/prove/field-paths.js';
import type { JsonObject } from '../../generator/lib/json.js';
import type { PlannedClaim } from '../../generator/traffic/prove/prove-claim.js';
import { count, createScene, formatTally, type ApiScene, type Wrap } from './support/apis.js';
import { apiNames } from '../rules/support/specifications.js';
import { createViolation } from './support/violate.js';
import { report } from './support/report.js';

/** `ONLY=dns` measures the rules whose IDs match. */
const only = new RegExp(process.env['ONLY'] ?? '');

async function isFound(scene: ApiScene, planned: PlannedClaim, how: 'removed' | 'violated'): Promise<boolean> {
  const { claim } = planned;
  if (how === 'removed') {
    const document = setAt(scene.document, claim.pointer, undefined) as JsonObject;
    return (await scene.run(planned, scene.createMock(document))).verdict.kind === 'refuted';
  }
  const fields = new Set(
    planned.scenarios.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'call' ? (step.probe?.fields ?? []) : []))),
  );
  const wrap: Wrap | undefined = createViolation({ claim, fields });
  return wrap !== undefined && (await scene.run(planned, scene.createMock(), wrap)).verdict.kind === 'refuted';
}

test.each(apiNames)(
  'the removed rules of %s are reported',
  async (name) => {
    const scene = createScene(name);
    const tally = new Map<string, number>();
    const lines: string[] = [];
    for (const claim of scene.claims.filter(({ id }) => only.test(id))) {
      const planned = await scene.plan(claim, 1);
      let result: string = planned.unplanned?.kind ?? 'untested';
      if (planned.scenarios.length > 0) {
        const isRemovedFound = await isFound(scene, planned, 'removed').catch(() => false);
        result = isRemovedFound ? 'removed' : (await isFound(scene, planned, 'violated')) ? 'violated' : 'missed';
      }
      count(tally, result);
      count(tally, `${result} (${claim.key})`);
      if (result !== 'removed' && result !== 'violated')
        lines.push(`${result}: ${claim.id}${planned.unplanned === undefined ? '' : `: ${planned.unplanned.reason}`}`);
    }
    report('removed', `${name}: ${scene.claims.length} rules\n${formatTally(tally)}\n${lines.join('\n')}`);
  },
  3_600_000,
);
