import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'

const LATEST_MS = 800
const TIMES_SLOWER = 4

/** As on a poor machine and a bad line: pages compute slowly, and their requests arrive late and in any order. */
export function slowDown(browser: Browser, seed: number): void {
  const random = drawn(seed)
  process.stdout.write(`SLOW_BROWSER=${seed}\n`)
  browser.on('context', (context) => {
    void delayRequests(context, random)
    context.on('page', (page) => void throttle(page))
  })
}

async function delayRequests(context: BrowserContext, random: () => number): Promise<void> {
  await context.route('**/*', async (route) => {
    await pause(random() * LATEST_MS)
    await route.fallback()
  })
}

async function throttle(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER })
}

/** Between 0 and 1, the same for the same seed. */
function drawn(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
