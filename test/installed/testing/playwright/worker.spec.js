import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const files = { '/': '<!doctype html><script type="module" src="/page.js"></script>', '/api': '{"from":"network"}' };

test('handles the requests of a page in its service worker', async ({ page }) => {
  const server = createServer(({ url }, response) => {
    const isScript = url.endsWith('.js');
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? readFileSync(`public${url}`) : files[url]);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const results = page.locator('pre');
  await expect(results).toHaveText(
    '{"created":200,"zone":"example.com.","other":"network","received":["dns.managedZones.create","dns.managedZones.get"]}',
  );
  await page.close();
  server.close();
});
