/**
 * The view `resources`. Its query has what is selected: `collection` (`*` for all), and the `path` of a resource, with its `tab` (`form`,
 * `json`, or `history`). `#/resources?path=PATH` shows a resource in its collection.
 */
import { useState } from 'preact/hooks';
import type { CollectionList, CollectionSummary } from '../../mock/types/control.js';
import { Button } from '../components/controls.js';
import { Empty, Problem } from '../components/display.js';
import { useApis } from '../lib/apis.js';
import { sequence } from '../lib/live.js';
import { navigate, route, toHash } from '../lib/location.js';
import { useControl } from '../lib/use-load.js';
import { CreateDialog } from '../resources/create.js';
import { Detail } from '../resources/detail.js';
import { ResourceList } from '../resources/list.js';
import { OperationStatuses } from '../resources/operation-status.js';
import { Tree } from '../resources/tree.js';

const all = '*';

export function Resources() {
  const apis = useApis();
  const { data, error, reload } = useControl<CollectionList>('collections', [sequence.value]);
  const [isCreating, setCreating] = useState(false);
  const { query } = route.value;
  const path = query.get('path') ?? undefined;
  if (error && !data) return <Problem error={error} onRetry={reload} />;
  if (!apis || !data) return <p class="hint">Loading…</p>;
  const { types } = data;
  // A resource of an operation has no collection yet.
  const named = query.get('collection') ?? (path === undefined ? all : findCollection(data.collections, path)?.path);
  const collection = named === all ? undefined : named;
  const tab = query.get('tab') ?? undefined;
  const show = (next: { readonly collection?: string | undefined; readonly path?: string }, replace: boolean): void =>
    navigate(toHash('resources', [], { ...next, tab }), { replace });
  const template = data.collections.find((each) => each.path === collection)?.type;
  const collectionType = types.find(({ type }) => type === template);
  return (
    <>
      <OperationStatuses />
      <div class="panes">
        <section class="pane" aria-label="Collections">
          <header>
            <Button onClick={() => setCreating(true)}>Create…</Button>
          </header>
          <Tree apis={apis} collections={data.collections} selected={collection} onSelect={(next) => show({ collection: next }, false)} />
        </section>
        <section class="pane" aria-label="Resources of the collection">
          <ResourceList
            key={collection}
            collection={collection}
            type={collectionType}
            selected={path}
            onSelect={(next) => show({ collection: collection ?? all, path: next }, true)}
          />
        </section>
        <section class="pane" aria-label="Resource">
          {path === undefined ? (
            <Empty title="Select a resource">Its fields, its JSON, and its history appear here.</Empty>
          ) : (
            <Detail key={path} path={path} types={types} />
          )}
        </section>
      </div>
      {isCreating && (
        <CreateDialog
          types={types}
          type={collectionType}
          collection={collection}
          onClose={() => setCreating(false)}
          onCreated={(created) => show({ path: created }, false)}
        />
      )}
    </>
  );
}

/** Finds the collection that contains a resource. */
function findCollection(collections: readonly CollectionSummary[], path: string): CollectionSummary | undefined {
  const containing = collections.filter((each) => path.startsWith(`${each.path}/`));
  return containing.sort((one, other) => other.path.length - one.path.length)[0];
}
