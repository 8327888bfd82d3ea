import chromium from '@sparticuz/chromium';

export default {
  reporter: 'line',
  workers: 1,
  expect: { timeout: 2000 },
  use: { launchOptions: { executablePath: await chromium.executablePath(), args: ['--no-sandbox'] } },
};
