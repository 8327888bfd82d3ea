/** The hosts whose connections a proxy decrypts, as patterns. */
import { describe, expect, test } from 'vitest';
import { DescribedHosts } from '../../../../fidelity/proxy/described-hosts.js';
import { listHostPatterns } from '../../../../mock/shared.js';

describe('the hosts of an API of Google', () => {
  const hosts = new DescribedHosts(listHostPatterns(['https://run.googleapis.com/', 'https://run.europe-west1.rep.example.com:8443/']));

  test.each([
    'run.googleapis.com',
    'RUN.googleapis.com.',
    'us-central1-run.googleapis.com',
    'run.us-central1.rep.googleapis.com',
    'run.mtls.googleapis.com',
    'content-run.googleapis.com',
    'content.googleapis.com',
    'www.googleapis.com',
    'run.europe-west1.rep.example.com',
  ])('include %s', (host) => {
    expect(hosts.has(host)).toBe(true);
  });

  test.each(['dns.googleapis.com', 'googleapis.com', 'a.b-run.googleapis.com', 'xrun.googleapis.com', 'run.googleapis.com.example.com'])(
    'do not include %s',
    (host) => {
      expect(hosts.has(host)).toBe(false);
    },
  );

  test('have these domains', () => {
    expect(hosts.domains).toEqual(expect.arrayContaining(['googleapis.com', 'rep.googleapis.com', 'run.europe-west1.rep.example.com']));
  });
});

test('an API elsewhere has only the hosts of its addresses', () => {
  expect(listHostPatterns(['https://api.example.com/v1/', 'http://localhost:8080/'])).toEqual(['api.example.com', 'localhost:8080']);
});
