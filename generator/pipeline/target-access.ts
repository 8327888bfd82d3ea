/** Connects to the target of a command, and decides which calls it may receive. */
import { isLoopbackHost } from '../../mock/shared.js';
import type { Effects } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';
import { isEmulator } from '../../fidelity/prove/emulator.js';
import type { GuardOptions } from '../../fidelity/prove/guard.js';
import { GuardedRun } from '../../fidelity/prove/guarded-run.js';
import { connectTarget, type HttpTarget } from '../../fidelity/prove/http-target.js';

export interface TargetOptions {
  /** The address of the server. */
  readonly target: string;
  /** The projects below which requests are allowed. The first is that of new resources. Default, only for a loopback address: `p`. */
  readonly projects?: readonly string[];
  /** Patterns of the IDs of methods that may be called in addition to reads, if the target isn't a mock or an emulator at a loopback address. */
  readonly allow?: readonly string[];
  /** The OAuth token of requests. */
  readonly token?: string;
  /** The token that the control routes of the mock require. */
  readonly adminToken?: string;
}

/** Which calls may be sent to the target. */
export interface TargetAccess extends GuardOptions {
  readonly project: string;
  /** Whether the target has a loopback address. A mock there gets all requests. Other programs and tunnels there get those that are allowed. */
  readonly isLocal: boolean;
}

export interface OpenTarget {
  readonly target: HttpTarget;
  /** Absent if every call is allowed: the target is a mock at a loopback address. */
  readonly run?: GuardedRun;
  /** Whether the user stopped the run. */
  readonly isStopped: () => boolean;
  /** Whether the target is an emulator that the environment names. */
  readonly isOwnEmulator?: boolean;
}

/** The project of mocks, which accept any, and that of other servers at loopback addresses, which can limit names. */
const [defaultProject, serverProject] = ['p', 'rule-tests'];

/** The access to a server at a loopback address that isn't a mock of discogen, if the options name no project. */
export const useServerProject = (access: TargetAccess): TargetAccess => ({ ...access, project: serverProject, projects: [serverProject] });

/** Throws `UsageError` if the options don't protect the projects of other people, or the token. */
export function readAccess({ target, projects = [], allow = [], token }: TargetOptions): TargetAccess {
  const { hostname, protocol } = new URL(target);
  const isLocal = isLoopbackHost(hostname);
  if (!isLocal && projects.length === 0)
    throw new UsageError(`${hostname} is not a loopback address, so --project must name a project for tests`);
  if (!isLocal && token !== undefined && protocol !== 'https:') throw new UsageError('a token is only sent over https');
  const [project = defaultProject] = projects;
  return { project, projects: projects.length === 0 ? [project] : projects, allow, isLocal };
}

/** Throws `TargetError` for a target that doesn't respond. */
export async function openTarget(options: TargetOptions, access: TargetAccess, effects: Effects): Promise<OpenTarget> {
  const { adminToken, token } = options;
  const target = await connectTarget({ url: options.target, fetch: effects.fetch, ...omitUndefined({ adminToken, token }) });
  if (access.isLocal && target.isMock) return { target, ...watchForStop(effects) };
  const own = target.isMock || options.projects?.length ? access : { ...access, projects: [...access.projects, serverProject] };
  const isOwnEmulator = access.isLocal && !target.isMock && (await isEmulator(target, effects.environment));
  const run = new GuardedRun(target, { ...own, ...(isOwnEmulator && { allow: ['*'], isEmulator: true }) }, effects);
  return { target, run, isStopped: run.isStopped, isOwnEmulator };
}

/** Watches whether the user stops the run. */
function watchForStop(effects: Effects): { readonly isStopped: () => boolean } {
  let isStopped = false;
  void effects.waitForStop().then(() => (isStopped = true));
  return { isStopped: () => isStopped };
}
