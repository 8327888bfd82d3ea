// The tables of docs/fidelity.md: reads those of the committed page, replaces the rows that were measured, and formats all.
import { existsSync, readFileSync } from 'node:fs';

/** The columns of each table. The first `keys` columns identify a row. */
const tables = {
  sources: { heading: 'Sources', keys: 1, columns: ['source', 'recorded', 'repository', 'commit', 'scenarios', 'exchanges', 'measured'] },
  mocks: {
    heading: 'Mocks',
    keys: 2,
    columns: [
      'API',
      'source',
      'scenarios',
      'exchanges',
      'agree',
      'assumed',
      'differ',
      'not compared',
      'agree with overlay',
      'assumed with overlay',
      'differ with overlay',
      'not compared with overlay',
      'learned from',
    ],
  },
  servers: {
    heading: 'Other servers',
    keys: 3,
    columns: [
      'API',
      'source',
      'server',
      'version',
      'exchanges',
      'agree',
      'differ',
      'not compared',
      'mock: agree',
      'mock: differ',
      'mock: not compared',
    ],
  },
  skipped: { heading: 'What is not compared', keys: 3, columns: ['source', 'reason', 'API', 'exchanges', 'methods, paths, or hosts'] },
};

/** Reads the rows of the page. */
export function readRows(page) {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  return new Rows(Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, readTable(text, table)])));
}

function readTable(text, { heading, keys }) {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  const cells = lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
  return new Map(cells.map((row) => [row.slice(0, keys).join('|'), row]));
}

class Rows {
  constructor(rows) {
    this.rows = rows;
  }

  set(table, row) {
    this.rows[table].set(row.slice(0, tables[table].keys).join('|'), row.map(String));
  }

  /** Removes the rows of a source. */
  clear(table, source) {
    const column = tables[table].columns.indexOf('source');
    for (const [key, row] of this.rows[table]) if (row[column] === source) this.rows[table].delete(key);
  }

  setSource(source, { scenarios, exchanges }, measured) {
    this.set('sources', [source, '', '', '', scenarios, exchanges, measured]);
  }

  setConventions(source, { apis }) {
    const old = new Map(this.rows.mocks);
    this.clear('mocks', source);
    for (const { api, ...counts } of apis) {
      const others = old.get(`${api}|${source}`)?.slice(8) ?? ['', '', '', '', ''];
      this.set('mocks', [api, source, counts.scenarios, counts.exchanges, ...listCounts(counts), ...others]);
    }
  }

  setOverlays(source, { apis }, learned) {
    for (const { api, ...counts } of apis) {
      const others = this.rows.mocks.get(`${api}|${source}`)?.slice(4, 8) ?? ['', '', '', ''];
      const own = [...listCounts(counts), learned.get(api) ?? 0];
      this.set('mocks', [api, source, counts.scenarios, counts.exchanges, ...others, ...own]);
    }
  }

  /** Lists the APIs that a source calls. */
  listApis(source) {
    return [...this.rows.mocks.values()].filter((row) => row[1] === source).map(([api]) => api);
  }

  setServer(source, api, { name, version, counts }) {
    const [agree, , differ, uncompared] = listCounts(counts);
    const mock = (this.rows.mocks.get(`${api}|${source}`) ?? []).slice(4, 8).map(Number);
    this.set('servers', [api, source, name, version, counts.exchanges, agree, differ, uncompared, mock[0], mock[2], mock[1] + mock[3]]);
  }

  setSkipped(source, { methods, skipped }) {
    this.clear('skipped', source);
    const groups = new Map();
    const add = (reason, api, what, count) => {
      const key = `${reason}|${api}`;
      const group = groups.get(key) ?? { reason, api, counts: new Map() };
      groups.set(key, group);
      group.counts.set(what, (group.counts.get(what) ?? 0) + count);
    };
    for (const { api, method, skipped: own } of methods) for (const { reason, count } of own) add(reason, api, method, count);
    for (const { reason, detail = '', count } of skipped) add(reason, '', detail.replace(/^.*? (?=\/|https?:)/, ''), count);
    for (const { reason, api, counts } of groups.values()) {
      const listed = [...counts].sort(([, one], [, other]) => other - one);
      const total = listed.reduce((sum, [, count]) => sum + count, 0);
      const text = listed.map(([what, count]) => `\`${what}\` ${count}`).join(', ');
      this.set('skipped', [source, `\`${reason}\``, api, total, text]);
    }
  }
}

const listCounts = ({ exchanges, compared, agree, assumed, differ }) => [agree, assumed, differ, exchanges - compared];

export function formatPage({ rows }, { recordings }) {
  for (const row of rows.sources.values()) {
    const { repository, commit, recorded } = recordings[row[0]];
    const url = `https://github.com/${repository}`;
    row.splice(
      1,
      3,
      recorded,
      `[${repository}](${url})`,
      commit === undefined ? 'not known' : `[${commit.slice(0, 12)}](${url}/tree/${commit})`,
    );
  }
  const order = Object.keys(recordings);
  const format = (name) => formatTable(tables[name], sortRows([...rows[name].values()], tables[name], order));
  const notes = Object.entries(recordings).flatMap(([name, { note }]) => (note === undefined ? [] : `- **${name}**: ${note}`));
  return `${intro}
## Sources

${format('sources')}

${notes.join('\n')}

## Mocks

${mocksText}

${format('mocks')}

## Other servers

${serversText}

${format('servers')}

## What is not compared

${skippedText}

${format('skipped')}
`;
}

/** By API, and then in the order of the sources. */
function sortRows(all, { columns }, order) {
  const [api, source] = [columns.indexOf('API'), columns.indexOf('source')];
  const rank = (row) => order.indexOf(row[source]);
  const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
  return source === 0
    ? all.sort((one, other) => rank(one) - rank(other) || compare(one.join(), other.join()))
    : all.sort((one, other) => compare(one[api], other[api]) || rank(one) - rank(other));
}

function formatTable({ columns }, body) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const alignment = columns.map((_, at) => (body.every((row) => /^\d+$/.test(row[at])) ? '---:' : '---'));
  return [line(columns), line(alignment), ...body.map(line)].join('\n');
}

const intro = `# Fidelity

This page says how often the mocks respond as the services did, in recordings that other projects have published. \`npm run fidelity\` measures it, and writes the page. The recordings aren't part of this repository; each source is named by its repository and commit.

Each number counts exchanges, with the verdicts of [\`discogen verify\`](reference/verify.md#the-state-before): an exchange *agrees* if its status, its headers, and each field of its body do. It is *assumed* if it shows nothing but what was reconstructed from the recording. There is no total, because a frequent request that agrees would hide a rare one that doesn't.
`;

const mocksText = `Each API is mocked from its published Discovery document. The first four counts are those of the conventions alone. The others are those with the overlay and the service module that come with discogen, if there are any. *Learned from* is the number of recordings of this source that the overlay was learned from: its counts say nothing about recordings that it hasn't seen.`;

const serversText = `The same recordings, replayed against servers that others wrote, with [\`verify --target\`](reference/verify.md#a-recording-against-a-target). Nothing can be put into such a server before the first request, so the exchanges about resources that existed before aren't compared. The columns of the mock are those of the conventions alone, with what was only assumed as not compared.`;

const skippedText = `With overlays and service modules. [Verification](reference/verify.md#why-an-exchange-isnt-compared) explains the reasons. \`repeated\` are polls, of which the last one counts.`;
