// Compares the client with the vendor's, hey-api's, and bare fetch in one run. `npm ci --prefix bench/client`, `npm run generate`, `node
// bench/client.js [install|import|bundle|types|calls …]`. Each number has its ratio to bare fetch if that is meaningful.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bundleSize, callRounds, coldImport, installation, linkPackage, median, typeCheck } from './client/measure.js';
import { here, listPeers } from './client/peers.js';

const selected = process.argv.slice(2);
const isSelected = (part) => selected.length === 0 || selected.includes(part);
linkPackage();
const peers = await listPeers();
const number = (value, digits = 1) => (value === undefined ? '-' : value.toFixed(digits)).padStart(10);

function table(title, columns, rows) {
  console.log(`\n${title}\n${''.padEnd(22)}${columns.map((column) => column.padStart(12)).join('')}`);
  for (const [name, values] of rows) console.log(name.padEnd(22) + values.map((value) => `  ${value}`).join(''));
}

if (isSelected('install')) {
  const rows = Object.entries(peers)
    .filter(([, { packages }]) => packages.length > 0)
    .map(([name, peer]) => [name, installation(peer)]);
  table(
    'Installed',
    ['packages', 'MB'],
    rows.map(([name, { packages, megabytes }]) => [name, [number(packages, 0), number(megabytes)]]),
  );
}
if (isSelected('import')) {
  const rows = Object.entries(peers).map(([name, peer]) => [name, coldImport(name, peer)]);
  const whole = coldImport('googleapis whole', { program: peers.googleapis.whole });
  table(
    'Cold import',
    ['ms', 'MB'],
    [...rows, ['googleapis, whole', whole]].map(([name, { milliseconds, megabytes }]) => [name, [number(milliseconds), number(megabytes)]]),
  );
}
if (isSelected('bundle')) {
  const rows = [];
  for (const [name, peer] of Object.entries(peers)) {
    const one = await bundleSize(name, peer);
    const six = peer.further && (await bundleSize(name, peer, peer.further));
    rows.push([name, [number(one), number(six), number(six && (six - one) / 5, 2)]]);
  }
  table('Program size, minified and gzipped: KB', ['one method', 'six methods', 'per method'], rows);
}
if (isSelected('types')) {
  const rows = Object.entries(peers).flatMap(([name, peer]) => {
    const measured = typeCheck(name, peer);
    return measured ? [[name, measured]] : [];
  });
  const base = rows[0][1].seconds;
  table(
    'tsc --noEmit of a small consumer (TypeScript 5.9)',
    ['CPU s', 'MB', '× fetch'],
    rows.map(([name, { seconds, megabytes }]) => [name, [number(seconds, 2), number(megabytes, 0), number(seconds / base, 2)]]),
  );
}
if (isSelected('calls')) {
  const server = spawn(process.execPath, [join(here, 'server.js')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [address] = await once(server.stdout, 'data');
  const rootUrl = String(address).trim();
  for (const concurrency of [1, 64]) {
    const rounds = await callRounds(peers, { rootUrl, concurrency });
    const middle = (name, of) => median(rounds.map((round) => of(round[name], round.fetch)));
    const rows = Object.keys(peers).map((name) => [
      name,
      [
        number(
          middle(name, ({ perSecond }) => perSecond),
          0,
        ),
        number(
          middle(name, ({ microseconds }) => microseconds),
          0,
        ),
        number(
          middle(name, ({ microseconds }, base) => microseconds / base.microseconds),
          2,
        ),
      ],
    ]);
    table(`Calls over loopback, ${concurrency} at a time: the median of ${rounds.length} rounds`, ['calls/s', 'CPU µs', '× fetch'], rows);
  }
  server.kill();
}
