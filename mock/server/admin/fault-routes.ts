/** The control routes of faults. */
import { describeValue } from '../../../runtime/error-text.js';
import { HttpError, maxDetails } from '../../lib/http-error.js';
import { isList } from '../../lib/json.js';
import { wait } from '../../lib/maybe-promise.js';
import { createFaultMatcher, findFaultCountError, validateFaultRule } from '../../state/faults.js';
import { listTargetMethods } from '../../state/fault-target.js';
import { addFaults, replaceFaults } from '../../engine/session-state.js';
import type { FaultPreview } from '../../types/control.js';
import type { FaultRule } from '../../types/mock.js';
import { createInvalidError, readDocument, toJson, type AdminCall, type AdminRoute, type AdminRoutes } from './admin-call.js';
import { runInAllProcesses } from './all-processes.js';
import { findRootPath } from '../../catalog/root-paths.js';

/** The number of rules to validate before other requests get a turn. */
const rulesPerTurn = 50;

export const faultRoutes: AdminRoutes = {
  GET: ({ session }) => toJson(session.controls.faults.rules),
  async PUT(call) {
    await replaceFaults(call.session, await readRules(call));
    return {};
  },
  async POST(call) {
    await addFaults(call.session, await readRules(call));
    return {};
  },
  async DELETE({ session }) {
    await replaceFaults(session, []);
    return {};
  },
};

async function readRules(call: AdminCall): Promise<readonly FaultRule[]> {
  const rules = await readDocument(call);
  if (!isList(rules)) throw createInvalidError(`The request body must be an array of fault rules (received ${describeValue(rules)}).`);
  const countError = findFaultCountError(rules.length);
  if (countError !== undefined) throw createInvalidError(countError);
  const errors: string[] = [];
  for (const [index, rule] of rules.entries()) {
    errors.push(...validateFaultRule(rule, call.session.catalog).map((error) => `[${index}]: ${error}`));
    if (errors.length > maxDetails) break;
    if (index % rulesPerTurn === rulesPerTurn - 1) await wait(0);
  }
  if (errors.length > 0) {
    const details = errors.map((message) => ({ reason: 'invalid' as const, message }));
    throw new HttpError('invalid', { details, ...(errors.length > maxDetails && { detailCount: 'many' }), rule: 'control' });
  }
  return rules as unknown as readonly FaultRule[];
}

/** Lists the methods and the recorded requests that a rule matches, without adding it. */
export const previewFault: AdminRoute = async (call) => {
  const { catalog } = call.session;
  const document = await readDocument(call);
  const [error] = validateFaultRule(document, catalog);
  if (error !== undefined) return toJson({ methods: [], requests: [], error } satisfies FaultPreview);
  const rule = document as FaultRule;
  const summaries = (await runInAllProcesses('summaries', call)).flat();
  const requests = summaries.filter(({ methodId, path: target }) => {
    const path = target.replace(/\?.*/, '');
    const rootPath = findRootPath(catalog.rootPaths, path);
    return createFaultMatcher({ methodId, rootPath, path: path.slice(rootPath.length) })(rule);
  });
  return toJson({
    methods: listTargetMethods(rule, catalog).map(({ id }) => id),
    requests: requests.map(({ index }) => index).sort((one, other) => one - other),
  } satisfies FaultPreview);
};
