/** Unmodified clients at the addresses of the public services, through `discogen proxy run --mock`. Clients that are not installed are skipped. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Client {
  /** Whose output ends with `[zone]`. */
  readonly command: readonly string[];
  readonly missing: boolean;
}

const here = import.meta.dirname;
const isVendorRun = process.env['npm_lifecycle_event'] === 'vendor';
if (!isVendorRun) console.warn('SKIP test/vendor/proxy.test.ts: `npm run vendor` runs it');

const run = promisify(execFile);
const isMissing = (program: string, ...args: readonly string[]): boolean => !isVendorRun || spawnSync(program, args).status !== 0;
const ownPython = join(here, '.venv/bin/python');
const python = existsSync(ownPython) ? ownPython : 'python3';
const zones = 'https://dns.googleapis.com/dns/v1/projects/shop/managedZones';
const seed = 'resources: { /dns/v1/projects/shop/managedZones/zone: { name: zone, dnsName: example.com. } }\n';

const fetchZones = `fetch('${zones}').then((response) => response.json()).then((list) => console.log(list.managedZones.map(({ name }) => name)))`;
const getZones = `
import { DNS } from '${join(here, 'node_modules/@google-cloud/dns/build/src/index.js')}';
const [zones] = await new DNS({ projectId: 'shop' }).getZones();
console.log(zones.map(({ name }) => name));`;
const requestZones = `import requests; print([zone['name'] for zone in requests.get('${zones}').json()['managedZones']])`;
const buildClient = `
from googleapiclient.discovery import build
zones = build('dns', 'v1', static_discovery=True).managedZones().list(project='shop').execute()
print([zone['name'] for zone in zones['managedZones']])`;
const goZones = `package main
import ("encoding/json"; "fmt"; "net/http")
func main() {
	response, err := http.Get("${zones}")
	if err != nil { panic(err) }
	var list struct{ ManagedZones []struct{ Name string } }
	json.NewDecoder(response.Body).Decode(&list)
	fmt.Printf("[%s]\\n", list.ManagedZones[0].Name)
}`;
const javaZones = `import java.net.*;
public class Zones { public static void main(String[] args) throws Exception {
  String text = new String(new URL("${zones}").openStream().readAllBytes());
  System.out.println(text.contains("\\"zone\\"") ? "[zone]" : text);
}}`;

const clients: Readonly<Record<string, Client>> = {
  curl: { command: ['sh', '-c', `curl -sS ${zones} | grep -q '"zone"' && echo '[zone]'`], missing: isMissing('curl', '--version') },
  'Node: fetch': { command: [process.execPath, '-e', fetchZones], missing: !isVendorRun },
  'Node: the library': {
    command: [process.execPath, '--input-type=module', '-e', getZones],
    missing: !existsSync(join(here, 'node_modules/@google-cloud/dns')),
  },
  'Python: requests': { command: [python, '-c', requestZones], missing: isMissing(python, '-c', 'import requests') },
  'Python: the library': { command: [python, '-c', buildClient], missing: isMissing(python, '-c', 'import googleapiclient') },
  Go: { command: ['go', 'run', 'zones.go'], missing: isMissing('go', 'version') },
  Java: { command: ['java', 'Zones.java'], missing: isMissing('java', '-version') },
  gcloud: {
    command: ['sh', '-c', 'echo "[$(gcloud dns managed-zones list --project=shop --format="value(name)")]"'],
    missing: isMissing('gcloud', '--version'),
  },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-proxied-'));
  writeFileSync(join(folder, 'seed.yaml'), seed);
  writeFileSync(join(folder, 'zones.go'), goZones);
  writeFileSync(join(folder, 'Zones.java'), javaZones);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const [name, { command, missing }] of Object.entries(clients))
  test.skipIf(missing)(
    `${name} finds the mock at the address of the service`,
    async () => {
      const bin = join(here, '../../generator/bin.js');
      const config = join(here, '../../discogen.vendor.yaml');
      const words = [
        bin,
        'proxy',
        'run',
        'dns',
        '--config',
        config,
        '--mock',
        '--only',
        '--quiet',
        '--seed',
        'seed.yaml',
        '--',
        ...command,
      ];
      const { stdout } = await run(process.execPath, words, { cwd: folder });
      expect(stdout.replaceAll(/['" ]/g, '').trim()).toBe('[zone]');
    },
    120_000,
  );
