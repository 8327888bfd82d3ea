/** A browser that opens the control page of a mock, and fails the test on any error, policy violation, or request to another origin. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import { chromium as launcher, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';
import { findSharedServer } from '../support/start-on-demand.js';

/** Why browser tests can't run here. */
const skipReason =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `@sparticuz/chromium has no browser for ${process.platform} ${process.arch}`;

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface OpenOptions extends BrowserContextOptions {
  /** The view with its position: `#/requests?status=404`. Default: the overview. */
  readonly hash?: string;
  readonly session?: string;
  /** Parts of console errors that the test causes. */
  readonly expectedErrors?: readonly string[];
}

export interface TestBrowser {
  /** Opens the page of the mock at an address, and waits until it is live. */
  open(url: string, options?: OpenOptions): Promise<Page>;
  /** A context for other pages. It is closed after the test. */
  createContext(options?: BrowserContextOptions): Promise<BrowserContext>;
}

/** Describes tests with the browser of the run. Skips them, with the reason in their name, where the browser doesn't run. */
export function describeInBrowser(name: string, define: (browser: TestBrowser) => void): void {
  describe.skipIf(skipReason !== undefined)(skipReason === undefined ? name : `${name} (${skipReason})`, () => {
    let browser: Browser | undefined;
    let contexts: BrowserContext[] = [];
    let problems: string[] = [];

    beforeAll(async () => {
      browser = await launcher.connect(await findSharedServer(inject('browserStarter')));
    }, 60_000);
    afterAll(() => browser?.close());
    afterEach(async () => {
      const pages = contexts.flatMap((context) => context.pages());
      const executed = await Promise.all(pages.map((page) => page.evaluate(() => (globalThis as { pwned?: unknown }).pwned)));
      await Promise.all(contexts.map((context) => context.close()));
      const found = [...problems, ...executed.filter((value) => value !== undefined).map(() => 'text of the mock was executed')];
      contexts = [];
      problems = [];
      expect(found).toEqual([]);
    });

    const createContext: TestBrowser['createContext'] = async (options) => {
      if (!browser) throw new Error('the browser did not start');
      // No transitions, so that colors are final at once.
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
      // Less than the time limit of a test, so that the error names the element.
      context.setDefaultTimeout(15_000);
      contexts.push(context);
      return context;
    };

    define({
      createContext,
      async open(url, { hash = '', session, expectedErrors = [], ...options } = {}) {
        const page = await (await createContext(options)).newPage();
        const { origin } = new URL(url);
        page.on('console', (message) => {
          const text = message.text();
          if (message.type() === 'error' && !expectedErrors.some((part) => text.includes(part))) problems.push(`console: ${text}`);
        });
        page.on('pageerror', (error) => problems.push(`error: ${error.stack ?? error.message}`));
        page.on('request', (request) => {
          if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== origin) problems.push(`request to ${request.url()}`);
        });
        await page.addInitScript(() =>
          document.addEventListener('securitypolicyviolation', (event) =>
            console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
          ),
        );
        await page.goto(`${url}/__admin/ui${session === undefined ? '' : `?session=${session}`}${hash}`);
        await page.locator('.connection.live').waitFor();
        return page;
      },
    });
  });
}

/**
 * Fails if the page violates a rule of WCAG 2.2 AA, or a best practice, or if the colors of the dark scheme lack contrast. axe runs outside
 * of the page's policy.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axeSource);
  // A rule of WCAG 2.2 that isn't enabled by default.
  expect(await findViolations(page, { rules: { 'target-size': { enabled: true } } })).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(page, { runOnly: ['color-contrast'] })).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

function findViolations(page: Page, options: RunOptions): Promise<readonly string[]> {
  return page.evaluate(async (runOptions) => {
    const { axe } = globalThis as unknown as { readonly axe: typeof import('axe-core') };
    const results = await axe.run(document, runOptions);
    return results.violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join(' | ')}`,
    );
  }, options);
}

/** Presses the Tab key until an element has the focus. */
export async function tabTo(page: Page, name: string, role: string = 'button'): Promise<void> {
  const target = page.getByRole(role as 'button', { name, exact: true }).first();
  for (let presses = 0; presses < 100; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach the ${role} "${name}".`);
}
