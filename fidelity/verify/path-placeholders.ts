/**
 * The placeholders in paths of a normalized recording. A path can have a placeholder where the request that creates the resource has a name in
 * plain text, or none: `/datasets/${datasetID}` and `{"datasetReference": {"datasetId": "set1"}}`.
 */
import { getLookup } from '../../generator/model/schema-lookup.js';
import type { Location } from '../../generator/lib/diagnostics.js';
import type { Exchange } from '../recordings/exchange.js';
import type { MatchedCall } from '../recordings/match-exchange.js';
import type { GeneratedIds } from './generated-ids.js';
import type { ActualResponse } from './exchange-result.js';
import type { PlaceholderValues } from './placeholder-values.js';
import { findRequestedId, getTargetPath } from './resource-path.js';

export interface RecordedCall {
  readonly exchange: Exchange;
  readonly call: MatchedCall;
}

interface RecordedCreation {
  /** The location of its exchange, which identifies the exchange. */
  readonly at: Location;
  readonly collection: string;
  /** As recorded. Absent if the server names the resource. */
  readonly id: string | undefined;
}

export class PathPlaceholders {
  readonly #creations: RecordedCreation[] = [];
  /** The IDs that the mock gave to the last new resource of each collection. */
  readonly #latest = new Map<string, string>();

  constructor(private readonly values: PlaceholderValues) {}

  add({ exchange: { at, request, response }, call: { api, method } }: RecordedCall): void {
    if (method.action.kind !== 'create' || response === undefined || response.status >= 400) return;
    const id = findRequestedId(method, request, getLookup(api))?.split('/').at(-1);
    this.#creations.push({ at, collection: getTargetPath(request.url), id });
  }

  /** Finds the values of the placeholders in a path. Returns the name of one that stands for several resources, or for an unknown operation. */
  resolve({ request }: Exchange, generatedIds: ReadonlyMap<string, GeneratedIds>): string | undefined {
    const segments = getTargetPath(request.url).split('/');
    for (const [index, segment] of segments.entries()) {
      const name = /^\$\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined || name === 'projectId') continue;
      const collection = segments.slice(0, index).join('/');
      if (generatedIds.get(segments[index - 1] ?? '') === 'operations' && this.values.find(name) === undefined) return name;
      const creations = this.#creations.filter((each) => each.collection === collection && !each.id?.includes(segment));
      const ids = new Set(creations.map(({ id }, position) => id ?? position));
      if (ids.size > 1) return name;
      const [id] = ids;
      if (typeof id === 'string') this.values.choose(name, this.values.replaceInRequest(id));
      const latest = this.#latest.get(collection);
      if (typeof id === 'number' && latest !== undefined) this.values.bind(name, latest);
    }
    return undefined;
  }

  /** Remembers the ID of a new resource that the mock named. */
  addCreated(exchange: Exchange, { body }: ActualResponse): void {
    const creation = this.#creations.find(({ at }) => at === exchange.at);
    if (creation === undefined || creation.id !== undefined || body?.kind !== 'json') return;
    const value = body.value as { readonly name?: unknown; readonly id?: unknown };
    const name = typeof value.name === 'string' && !value.name.includes('operations/') ? value.name : value.id;
    const id = typeof name === 'string' ? name.split('/').at(-1) : undefined;
    if (id !== undefined) this.#latest.set(creation.collection, id);
  }

  /** Returns the placeholder in the ID of a new resource, if an earlier one of the collection has the same ID. */
  findSharedPlaceholder(exchange: Exchange): string | undefined {
    const creation = this.#creations.find(({ at }) => at === exchange.at);
    const name = /\$\{(\w+)\}/.exec(creation?.id ?? '')?.[1];
    const isShared = this.#creations.some(
      ({ at, collection, id }) => at.line < exchange.at.line && collection === creation?.collection && id === creation.id,
    );
    return isShared ? name : undefined;
  }

  /** Whether an earlier request of the recording created the resource of a request, or one above it. */
  isCreated({ request, at }: Exchange): boolean {
    const path = getTargetPath(request.url);
    return this.#creations.some(
      ({ at: created, collection, id }) =>
        created.line < at.line && path.startsWith(`${collection}/`) && (id === undefined || path.includes('${') || hasSegment(path, id)),
    );
  }
}

/** Whether a path has a segment, perhaps before a custom verb. An encoded name can have several segments. */
const hasSegment = (path: string, id: string): boolean =>
  path.split(/\/|%2F/i).some((segment) => segment === id || segment.startsWith(`${id}:`));
