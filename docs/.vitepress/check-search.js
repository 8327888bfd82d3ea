// Checks which page of the built site each search finds first.
import { readdirSync } from 'node:fs';
import MiniSearch from 'minisearch';
import { options, searchOptions } from './search.js';

const firstPages = {
  'error reason': '/reference/errors',
  retry: '/guides/client',
  'soft delete': '/reference/rules',
  seed: '/reference/seeds',
  handler: '/guides/handlers',
  validators: '/guides/validators',
  conventions: '/reference/conventions',
  diagnostic: '/reference/diagnostics',
  docker: '/guides/other-programs',
  postgres: '/guides/other-programs',
};

const chunks = new URL('dist/assets/chunks/', import.meta.url);
const name = readdirSync(chunks).find((file) => file.startsWith('@localSearchIndex'));
const { default: json } = await import(new URL(name, chunks).href);
const index = MiniSearch.loadJSON(json, { ...options, searchOptions });
for (const [query, expected] of Object.entries(firstPages)) {
  const page = index.search(query)[0]?.id.split('#')[0];
  if (page === expected) continue;
  console.error(`the search for "${query}" finds ${page} first, not ${expected}`);
  process.exitCode = 1;
}
