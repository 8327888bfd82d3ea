/** Watches files. */
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { groupBy } from './group-by.js';

/** Editors write in several steps, which are reported as one change. Milliseconds. */
const debounceDelay = 15;

/**
 * Calls `onChange` soon after a change of one of the files, which need not exist. Watches folders, not files, because an editor may
 * replace a file. Returns a function that stops watching.
 */
export function watchFiles(paths: readonly string[], onChange: () => void): () => void {
  const debounced = debounce(onChange, debounceDelay);
  const watchers = [...groupBy(paths, dirname)].flatMap(([folder, files]) =>
    watchFolder(folder, (name) => {
      if (name === null || files.some((path) => basename(path) === name)) debounced.call();
    }),
  );
  return () => {
    debounced.cancel();
    for (const watcher of watchers) watcher.close();
  };
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
