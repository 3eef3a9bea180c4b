import { mkdirSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { makeOperator, PASSWORD } from '#tests/helpers/accounts'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { prefixProxy } from '#tests/helpers/prefix_proxy'

const PROXIED = 'behind a proxy with a prefix'
/** The documentation shows both. */
const WAYS = process.env.SCREENSHOTS ? ['directly', PROXIED] : [PROXIED]

const root = () => `http://${process.env.HOST}:${process.env.PORT}`

test.group('API documentation | page in a browser', (group) => {
  let browser: Browser | undefined

  group.setup(async () => {
    if (!chromiumPath) return
    browser = await openBrowser()
  })

  group.teardown(async () => {
    await browser?.close()
  })

  for (const behind of WAYS) {
    test(`show the 401 without the token, log in, and show the 200 with it, ${behind}`, async ({
      assert,
      cleanup,
    }) => {
      const { username } = await makeOperator()
      const page = await browser!.newPage({ viewport: { width: 1280, height: 900 } })
      cleanup(() => page.close())
      const complaints = complaintsOf(page)
      const strangers = requestsElsewhere(page)
      let url = root()
      if (behind !== 'directly') {
        const proxy = await prefixProxy(new URL(root()), '/office/api')
        cleanup(() => void proxy.server.close().closeAllConnections())
        url = proxy.url
      }

      await page.goto(`${url}/docs`)
      await page.waitForSelector('.opblock-tag')
      await picture(page, 'api-docs', behind)
      assert.equal(await call(page, '/app/auth/user/info'), '401')
      await picture(page, 'api-docs-401', behind)
      await logIn(page, username)
      assert.equal(await call(page, '/app/auth/user/info'), '200')
      await picture(page, 'api-docs-200', behind)

      assert.deepEqual(complaints, [])
      assert.deepEqual(strangers, [])
    }).skip(!chromiumPath, 'this machine has no Chromium')
  }

  test('show HTML in texts as letters', async ({ assert, cleanup }) => {
    const page = await browser!.newPage()
    cleanup(() => page.close())
    const hostile = '<img src=x onerror="document.title=1"><b>bold</b> **strong** `code`'
    await page.route('**/v3/api-docs', async (route) => {
      const answer = await route.fetch()
      const document = await answer.json()
      document.info.description = hostile
      document.tags[0].description = hostile
      const login = document.paths['/app/auth/login']
      Object.assign(login.post, { summary: hostile, description: hostile })
      document.paths = { '/app/auth/login': login }
      await route.fulfill({ response: answer, json: document })
    })

    await page.goto(`${root()}/docs`)
    await page.waitForSelector('.opblock-tag')
    await openOperation(page, '/app/auth/login')
    assert.equal(await page.locator('main img, main b').count(), 0)
    assert.equal(await page.title(), 'Chancery API')
    assert.include(await page.locator('.info').innerText(), '<b>bold</b>')
    assert.equal(await page.locator('.info code').first().innerText(), 'code')
  }).skip(!chromiumPath, 'this machine has no Chromium')
})

async function openOperation(page: Page, path: string) {
  const closed = page.locator('.opblock-tag-section:not(.is-open) #operations-tag-identity')
  if ((await closed.count()) > 0) await closed.click()
  const block = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) }).first()
  if (!(await block.getAttribute('class'))?.includes('is-open')) {
    await block.locator('.opblock-summary-control').first().click()
  }
  return block
}

/** Calls an operation on the page; answers the status that the page shows. */
async function call(page: Page, path: string, body?: object): Promise<string> {
  const block = await openOperation(page, path)
  if (body) await block.locator('textarea.body-param__text').fill(JSON.stringify(body))
  const answered = page.waitForResponse((response) => response.url().endsWith(path))
  await block.locator('button.execute').click()
  const status = (await answered).status()
  const shown = block.locator('.live-responses-table .response-col_status', {
    hasText: String(status),
  })
  await shown.first().waitFor()
  await block.scrollIntoViewIfNeeded()
  return (await shown.first().innerText()).trim()
}

async function logIn(page: Page, username: string): Promise<void> {
  await call(page, '/app/auth/login', { username, password: PASSWORD })
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('401'))
      complaints.push(message.text())
  })
  return complaints
}

function requestsElsewhere(page: Page): string[] {
  const strangers: string[] = []
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') strangers.push(request.url())
  })
  return strangers
}

/** For the documentation: `SCREENSHOTS=1` keeps what the browser showed. */
async function picture(page: Page, name: string, behind: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return
  const folder = app.makePath('docs/images')
  mkdirSync(folder, { recursive: true })
  const suffix = behind === 'directly' ? '' : '-behind-proxy'
  await page.screenshot({ path: `${folder}/${name}${suffix}.png` })
}
