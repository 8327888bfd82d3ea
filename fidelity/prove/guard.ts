/** Decides which calls may be sent to a service: only below given projects, only allowed methods, and changes only of resources that the run created. */
import type { Method } from '../../generator/model/model.js';
import type { ApiIndex } from './api-index.js';
import type { TargetCall } from './target.js';

export interface GuardOptions {
  /** The projects below which calls are allowed. */
  readonly projects: readonly string[];
  /** Patterns of the IDs of methods that are allowed in addition to reads: `dns.managedZones.*`. */
  readonly allow: readonly string[];
  /** Whether calls may also concern resources that the run hasn't created, because the target is an emulator. Default: false. */
  readonly isEmulator?: boolean;
}

export class Guard {
  /** The paths of the resources that the run has created, oldest first. */
  readonly created = new Set<string>();

  constructor(
    private readonly index: ApiIndex,
    private readonly options: GuardOptions,
  ) {}

  /** Returns why a call isn't allowed, or `undefined` if it is. */
  explainRejection({ path: fullPath, body }: Pick<TargetCall, 'path' | 'body'>, method: Method): string | undefined {
    const [address = '', query = ''] = fullPath.split(/\?(.*)/s);
    const segments = decodePath(address);
    if (segments === undefined) return `${method.id} has a malformed path`;
    const path = segments.join('/').replace(/^(?:resumable\/)?(?:upload|download)\//, '');
    const text = typeof body === 'string' ? body : '';
    const inQuery = new URLSearchParams(query).getAll('project');
    const named = [...`${path} ${text}`.matchAll(/\bprojects\/([^/"\s:?]*)/g)].map(([, project = '']) => project).concat(inQuery);
    const isLimited = segments.includes('projects') || (inQuery.length > 0 && isOfProject(method)) || this.#isOwn(path, method);
    if (!isLimited || !named.every((project) => this.options.projects.includes(project)))
      return `${method.id} isn't limited to projects that --project names`;
    if (method.httpMethod === 'GET' || method.httpMethod === 'HEAD') return undefined;
    if (!this.isAllowed(method)) return `--allow doesn't match ${method.id}`;
    return this.options.isEmulator === true ? undefined : this.#explainRejectedChange(path, method);
  }

  /** Whether a call concerns only what the run created, although its path has no project. The path of a copy also names another resource. */
  #isOwn(path: string, { action }: Method): boolean {
    return knownActions.has(action.kind) && this.#isCreated(path);
  }

  #isCreated(path: string): boolean {
    return [...this.created].some((each) => path === each || path.startsWith(`${each}/`) || path.startsWith(`${each}:`));
  }

  isAllowed({ id }: Pick<Method, 'id'>): boolean {
    return this.options.allow.some((pattern) => isIdMatch(id, pattern));
  }

  #explainRejectedChange(path: string, method: Method): string | undefined {
    const { action } = method;
    if (action.kind === 'create' || action.kind === 'createFrom') {
      const resource = this.index.getTarget(method);
      const remove = resource && this.index.findMethod(resource, 'delete');
      if (remove === undefined || !this.isAllowed(remove)) return `${method.id} creates a resource that no allowed method deletes`;
      if (action.kind === 'create' || action.from !== undefined) return undefined;
    }
    return this.#isCreated(path) ? undefined : `${method.id} concerns a resource that the run hasn't created`;
  }
}

/** The kinds of methods that concern only the resource in their path. */
const knownActions: ReadonlySet<string> = new Set(['create', 'get', 'list', 'patch', 'update', 'delete']);

/** Whether the parameter `project` of a method limits it: its path names no resource. */
const isOfProject = ({ route }: Method): boolean => !route.includes('{');

/** Decodes the segments of a path. Returns `undefined` for a malformed path, and for a segment that would change the meaning of others. */
function decodePath(path: string): readonly string[] | undefined {
  try {
    const segments = path.replace(/^\//, '').split('/').map(decodeURIComponent);
    return segments.some((segment) => segment === '' || segment === '.' || segment === '..' || segment.includes('/'))
      ? undefined
      : segments;
  } catch {
    return undefined;
  }
}

/** Whether an ID matches a pattern in which `*` stands for any text. */
function isIdMatch(id: string, pattern: string): boolean {
  const parts = pattern.split('*');
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return id === pattern;
  if (!id.startsWith(first) || id.length < first.length + last.length || !id.endsWith(last)) return false;
  const end = id.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = id.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
