import { accessSync, constants } from 'node:fs'
import { chromium, type Browser, type BrowserServer } from 'playwright-core'
import { slowDown } from './slow_browser.js'

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A busy machine takes its time to start a browser, and to show a page. */
const PATIENCE_MS = 90_000

/** Path of the Chromium that this machine has; tests in a browser are skipped where there is none. */
export const chromiumPath = PLACES.find((path) => path !== undefined && isExecutable(path))

let server: Promise<BrowserServer> | undefined

/**
 * A connection to the one browser of the test run, which ends with the process; its contexts end as the connection is
 * closed. With `SLOW_BROWSER=<seed>` everything in it is slow, to find out what a test or a page does not wait for.
 */
export async function openBrowser(): Promise<Browser> {
  server ??= chromium.launchServer({
    executablePath: chromiumPath,
    // Transitions take time, and tell a test nothing.
    args: ['--no-sandbox', '--force-prefers-reduced-motion'],
    timeout: PATIENCE_MS,
  })
  const browser = await chromium.connect((await server).wsEndpoint())
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS))
  if (process.env.SLOW_BROWSER) slowDown(browser, Number(process.env.SLOW_BROWSER))
  return browser
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
