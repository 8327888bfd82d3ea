/** What the address of the page states: where the mock is, the selected session, and the view with its position. */
import { effect, signal } from '@preact/signals';

/** The path prefix of the mock, such as `/mock` behind a proxy. Empty without one. */
export const basePath: string = location.pathname.replace(/\/__admin\/ui\/?$/, '');

export const defaultSession = 'default';

/** The name of the selected session. It is part of the address, so that a bookmark restores it. */
export const session = signal(new URLSearchParams(location.search).get('session') || defaultSession);

effect(() => {
  const query = session.value === defaultSession ? '' : `?session=${encodeURIComponent(session.value)}`;
  if (location.search !== query) history.replaceState(null, '', `${location.pathname}${query}${location.hash}`);
});

/** `#/resources/a/b?q=x` is the view `resources` at `['a', 'b']` with a query. */
export interface Route {
  readonly view: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export const route = signal(parseHash());
addEventListener('hashchange', () => (route.value = parseHash()));

function parseHash(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [view = '', ...rest] = path.split('/').map(decodePart);
  return { view: view || 'overview', path: rest.filter(Boolean), query: new URLSearchParams(query) };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the address of a position in a view. Empty values of `query` are omitted. */
export function toHash(view: string, path: readonly string[] = [], query: Readonly<Record<string, string | undefined>> = {}): string {
  const values = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const suffix = values.length > 0 ? `?${new URLSearchParams(values).toString()}` : '';
  return `#/${[view, ...path].map(encodeURIComponent).join('/')}${suffix}`;
}

/** Goes to a position. `replace`: without an entry in the browser's history, as for a filter that changes with each key. */
export function navigate(hash: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (hash === location.hash) return;
  if (!replace) {
    location.hash = hash;
    return;
  }
  history.replaceState(null, '', hash);
  route.value = parseHash();
}
