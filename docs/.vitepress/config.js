// The documentation site: `npm run docs`. A dead link fails the build.
import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

/** Written by `api.js`. */
const api = new URL('../api/sidebar.json', import.meta.url);
const page = (text, link) => ({ text, link });

const guides = [
  page('The client', '/guides/client'),
  page('Validators', '/guides/validators'),
  page('Testing with the mock', '/guides/testing'),
  page('Seeds and faults', '/guides/seeds-and-faults'),
  page('Is this mock true?', '/guides/is-this-mock-true'),
  page('Prove your mock', '/guides/prove-your-mock'),
  page('The control page', '/guides/control-page'),
  page('Keeping and sharing the state', '/guides/shared-state'),
  page('Mocks in containers', '/guides/containers'),
  page('Handlers', '/guides/handlers'),
  page('Write an emitter', '/guides/emitters'),
  page('Long-running operations', '/guides/operations'),
  page('Concurrency control', '/guides/concurrency'),
  page('Uploads and downloads', '/guides/media'),
  page('Writing a specification', '/guides/writing-a-specification'),
  page('An API in the style of the AIPs', '/guides/aip-style'),
  page('Overlays', '/guides/overlays'),
  page('Publishing packages', '/guides/publishing'),
  page('Continuous integration', '/guides/ci'),
  page('Clones, CI, and containers', '/guides/clones'),
  page('Build tools', '/guides/build-tools'),
  page('Moving from googleapis', '/guides/googleapis'),
  page('Vendor clients', '/guides/vendor-clients'),
  page('Programs with hard-coded addresses', '/guides/proxy'),
  page('Credentials', '/guides/credentials'),
];

const reference = [
  page('Command line', '/reference/command-line'),
  page('Config file', '/reference/config'),
  page('Lock file', '/reference/lock'),
  page('Specification language', '/reference/specification'),
  page('Rules and actions', '/reference/rules'),
  page('Conventions', '/reference/conventions'),
  page('Validations in CEL', '/reference/cel'),
  page('Diagnostics', '/reference/diagnostics'),
  page('Seed documents', '/reference/seeds'),
  page('Recordings', '/reference/recordings'),
  page('Verification', '/reference/verify'),
  page('Learning from recordings', '/reference/learn'),
  page('Control routes', '/reference/control-routes'),
  page('Errors', '/reference/errors'),
];

const contributing = [
  page('Architecture', '/architecture'),
  page('Debug a wrong response', '/contributing/wrong-response'),
  page('Debug wrong output', '/contributing/wrong-output'),
  page('Profile', '/contributing/profile'),
  page('Decisions', '/decisions/'),
];

export default defineConfig({
  title: 'discogen',
  description: 'Typed clients, validators, and stateful mock servers from API descriptions',
  cleanUrls: true,
  // Braces and angle brackets are text: pages quote specifications and types.
  markdown: { html: false, attrs: { disable: true } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [page('Guide', '/getting-started'), page('Reference', '/reference/command-line'), page('API', '/api/')],
    sidebar: [
      page('Getting started', '/getting-started'),
      { text: 'Guides', items: guides },
      { text: 'Reference', items: reference },
      ...(existsSync(api) ? [{ text: 'API reference', items: JSON.parse(readFileSync(api, 'utf8')) }] : []),
      { text: 'Contributors', items: contributing },
    ],
  },
});
