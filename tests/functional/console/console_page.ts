import app from '@adonisjs/core/services/app'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { Role } from '#plugins/access/main'
import type { User } from '#plugins/identity/main'
import { PASSWORD } from '#tests/helpers/accounts'
import { makeUser } from '../access/support/organisation.js'

export const serviceUrl = () => `http://${process.env.HOST}:${process.env.PORT}`

/** What the page complains of, and what it asks of other hosts; both stay empty. */
export interface Watched {
  page: Page
  complaints: string[]
  elsewhere: string[]
}

/** A window of its own, without a login. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {}
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const complaints: string[] = []
  const elsewhere: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    // A refusal that a test provokes is no fault of the page.
    const isRefusal = /the server responded with a status of 4/.test(message.text())
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:/.test(url.protocol) && url.hostname !== process.env.HOST)
      elsewhere.push(request.url())
  })
  return { page, complaints, elsewhere }
}

/** Somebody with the built-in role. */
export async function makeAdministrator(): Promise<User> {
  return makeUser([await Role.findByOrFail('builtIn', true)])
}

export async function logInAs(
  page: Page,
  username: string,
  { url = serviceUrl(), password = PASSWORD } = {}
): Promise<void> {
  await page.goto(`${url}/`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
}

/** Opens a page by its path in the console. */
export async function open(page: Page, path: string, url = serviceUrl()): Promise<void> {
  await page.goto(`${url}/console/#${path}`)
}

/** How often axe finds something that breaks WCAG 2.2 AA, with what and where. */
export async function violationsOf(page: Page): Promise<string[]> {
  const { default: axe } = await import('axe-core')
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const run = (globalThis as never as { axe: { run: Function } }).axe.run
    const { violations } = await run({ runOnly: tags, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }: { id: string; nodes: { target: string[] }[] }) =>
      nodes.map(({ target }) => `${id}: ${target.join(' ')}`)
    )
  })
}

/** For the documentation: `SCREENSHOTS=1` keeps what the browser shows. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS)
    await page.screenshot({
      path: app.makePath('docs/images', `${name}.png`),
      style: '.el-message { display: none }',
    })
}
