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
export interface PageRoute {
  readonly view: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export const route = signal(parseHash());
addEventListener('hashchange', () => (route.value = parseHash()));

function parseHash(): PageRoute {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [view = '', ...rest] = path.split('/').map(decode);
  return { view: view || 'overview', path: rest.filter(Boolean), query: new URLSearchParams(query) };
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Formats a query with its `?`. Omits empty values. A list has one value for each item. */
export function formatQuery(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const item of [value].flat()) if (item !== undefined && item !== '') query.append(name, String(item));
  return query.size > 0 ? `?${query.toString()}` : '';
}

/** Returns the address of a position in a view. */
export function toHash(view: string, path: readonly string[] = [], query: Readonly<Record<string, string | undefined>> = {}): string {
  return `#/${[view, ...path].map(encodeURIComponent).join('/')}${formatQuery(query)}`;
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
