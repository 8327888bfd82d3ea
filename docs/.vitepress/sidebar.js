// The pages of the documentation site, in the order of its sidebar.
import { existsSync, readFileSync } from 'node:fs';

/** Written by `api.js`. */
const api = new URL('../api/sidebar.json', import.meta.url);
const page = (text, link) => ({ text, link });

export const groups = [
  {
    text: 'Start',
    items: [page('Getting started', '/getting-started'), page('Build, check, and publish', '/guides/build-and-publish')],
  },
  {
    text: 'Client',
    items: [
      page('The client', '/guides/client'),
      page('Validators', '/guides/validators'),
      page('Operations and conflicts', '/guides/operations'),
      page('Uploads and downloads', '/guides/media'),
      page('Moving from googleapis', '/guides/googleapis'),
    ],
  },
  {
    text: 'Mock',
    items: [
      page('Testing with the mock', '/guides/testing'),
      page('Seeds and faults', '/guides/seeds-and-faults'),
      page('Handlers', '/guides/handlers'),
      page('Service modules', '/guides/services'),
      page('The control page', '/guides/control-page'),
    ],
  },
  {
    text: 'Own APIs',
    items: [
      page('Writing a specification', '/guides/writing-a-specification'),
      page('Overlays', '/guides/overlays'),
      page('Emitters', '/guides/emitters'),
    ],
  },
  { text: 'Other programs', items: [page('Mocks for other programs', '/guides/other-programs')] },
  { text: 'Is it true?', items: [page('Is this mock true?', '/guides/is-this-mock-true'), page('Fidelity', '/fidelity')] },
];

export const services = [
  page('BigQuery', '/services/bigquery'),
  page('Cloud KMS', '/services/cloudkms'),
  page('Cloud Logging', '/services/logging'),
  page('Cloud Scheduler', '/services/cloudscheduler'),
  page('Cloud Storage', '/services/storage'),
  page('Cloud Tasks', '/services/cloudtasks'),
  page('Compute', '/services/compute'),
  page('DNS', '/services/dns'),
  page('Error Reporting', '/services/errorreporting'),
  page('Gmail', '/services/gmail'),
  page('Google Calendar', '/services/calendar'),
  page('Google Drive', '/services/drive'),
  page('Google Sheets', '/services/sheets'),
  page('OS Config', '/services/osconfig'),
  page('People', '/services/people'),
  page('Pub/Sub', '/services/pubsub'),
  page('Secret Manager', '/services/secretmanager'),
];

export const reference = [
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
  page('Learning from protobuf definitions', '/reference/protos'),
  page('Control routes', '/reference/control-routes'),
  page('Errors', '/reference/errors'),
  page('Glossary', '/reference/glossary'),
  { text: 'Services', collapsed: true, items: services },
  ...(existsSync(api) ? [{ text: 'Packages', collapsed: true, items: JSON.parse(readFileSync(api, 'utf8')) }] : []),
];

export const contributing = [
  {
    text: 'Contributing',
    items: [
      page('Architecture', '/architecture'),
      page('Add a kind of rule', '/contributing/rule-kind'),
      page('Add a recording format', '/contributing/recording-format'),
      page('Evidence for conventions', '/contributing/conventions'),
      page('Evidence from protobuf definitions', '/contributing/protos'),
      page('Debug a wrong response', '/contributing/wrong-response'),
      page('Debug wrong output', '/contributing/wrong-output'),
      page('Profile', '/contributing/profile'),
      page('Decisions', '/decisions/'),
    ],
  },
];
