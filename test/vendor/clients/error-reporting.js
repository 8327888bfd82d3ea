/** The vendor's library that reports errors. */
import { ErrorReporting } from '@google-cloud/error-reporting';
import { reportStep } from './report-step.js';

const [url] = process.argv.slice(2);
const project = 'error-library';
const errors = new ErrorReporting({
  projectId: project,
  key: 'key',
  reportMode: 'always',
  logLevel: 0,
  serviceContext: { service: 'shop', version: '2' },
});
// The library has one fixed address.
errors._client.baseUrl = `${url}/v1beta1`;
const report = (error) =>
  new Promise((resolve, reject) =>
    errors.report(error, (failure, response) => (failure ? reject(failure) : resolve(response?.statusCode ?? response))),
  );
const read = async (path) => (await fetch(`${url}/v1beta1/projects/${project}/${path}`)).json();

for (const step of ['reports an error', 'reports it again']) await reportStep(step, () => report(new TypeError('no such thing')));
await reportStep('reports a text', () => report('only a text'));
await reportStep('reports the details of a request', () => {
  const event = errors.event().setMessage('Error: refused\n    at pay (/srv/shop.js:1:2)').setUser('customer');
  return report(event.setHttpMethod('GET').setUrl('http://shop.example.com/').setResponseStatusCode(500));
});
await reportStep('reads them back', async () => {
  const { errorGroupStats } = await read('groupStats?timeRange.period=PERIOD_1_HOUR&order=COUNT_DESC');
  return errorGroupStats.map(({ count, representative }) => [count, representative.message.split('\n')[0]]).sort();
});
