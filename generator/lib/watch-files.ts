/** Watches files. */
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Editors write in several steps, which are reported as one change. Milliseconds. */
const debounceDelay = 15;

/**
 * Calls `onChange` soon after a change of one of the files, which need not exist. Watches folders, not files, because an editor may
 * replace a file. Returns a function that stops watching.
 */
export function watchFiles(paths: readonly string[], onChange: () => void): () => void {
  const debounced = debounce(onChange, debounceDelay);
  const watchers = [...groupByFolder(paths)].flatMap(([folder, names]) =>
    watchFolder(folder, (name) => {
      if (name === null || names.has(name)) debounced.call();
    }),
  );
  return () => {
    debounced.cancel();
    for (const watcher of watchers) watcher.close();
  };
}

function groupByFolder(paths: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  for (const path of paths) folders.set(dirname(path), (folders.get(dirname(path)) ?? new Set()).add(basename(path)));
  return folders;
}

/** Returns no watcher if the folder doesn't exist. */
function watchFolder(folder: string, onChange: (name: string | null) => void): readonly FSWatcher[] {
  try {
    const watcher = watch(folder, (_, name) => onChange(name));
    watcher.on('error', () => watcher.close());
    return [watcher];
  } catch {
    return [];
  }
}

/** Delays a call until no further call has been requested for some time. */
export function debounce(call: () => void, wait: number): { readonly call: () => void; readonly cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    call: () => {
      clearTimeout(timer);
      timer = setTimeout(call, wait);
    },
    cancel: () => clearTimeout(timer),
  };
}
