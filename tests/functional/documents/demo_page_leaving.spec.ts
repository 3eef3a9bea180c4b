import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { nothing } from '#kernel/data_scope/reach'
import { makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { chromiumPath, openBrowser } from '../../helpers/browser.js'
import {
  choose,
  editorReady,
  logIn,
  openable,
  openEntitlements,
  visit,
  visitIn,
} from '../../helpers/demo_page.js'
import { baseUrl } from '../../helpers/download.js'
import { documentOf, editorStage, type EditorStage } from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'

const EDITOR = 'iframe[name=frameEditor]'

test.group('Documents | leaving the demo page', (group) => {
  let stage: EditorStage
  let browser: Browser | undefined
  group.setup(async () => {
    stage = await editorStage()
    const close = openEntitlements(stage.gate)
    browser = chromiumPath ? await openBrowser() : undefined
    return async () => {
      await browser?.close()
      close()
      await stage.close()
    }
  })
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))

  test('keep nothing of whoever was there', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    const { page } = await visit(browser!, id)
    await logIn(page, owner.username)
    await editorReady(page)
    await page.waitForSelector('#log li')
    await choose(page, 'submit', '987654321', 'no. 987654321')
    await page.click('#submit > button')
    await page.waitForSelector('#message:not([hidden])')
    await page.click('#leave')
    await page.waitForSelector('#login')
    const left = await page.locator('#desk').evaluate((desk) => desk.outerHTML)
    for (const trace of ['token', 'Minutes', 'Mara', 'created', 'Send them out', '987654321'])
      assert.notInclude(left, trace)
    for (const place of ['title', 'state', 'config', 'message', 'versions', 'log', 'review'])
      assert.equal(await page.textContent(`#${place}`), '', place)
    assert.equal(await page.textContent('#submit-chosen'), '')

    const body = { code: 503, message: 'Try again later', data: { reason: 'E_UNAVAILABLE' } }
    await page.route('**/editor-config*', (route) => route.fulfill({ status: 503, json: body }))
    await logIn(page, (await makeOperator()).username)
    await page.waitForSelector('#why:has-text("Try again later")')
    assert.equal(await page.textContent('#config'), '')
    await page.context().close()
  })

  test('keep no list of documents of whoever was there', async ({ client, assert }) => {
    const { owner } = await openable(client)
    const page = await browser!.newPage()
    await page.goto(`${baseUrl()}/editor/demo`)
    await logIn(page, owner.username)
    await page.waitForSelector('#documents a')
    await page.fill('#create [name=title]', 'Not made yet')
    await page.click('#leave')
    await page.waitForSelector('#login')
    assert.equal(await page.textContent('#documents'), '')
    assert.equal(await page.inputValue('#create [name=title]'), '')
    await page.context().close()
  })

  test('keep nothing of whoever’s session ended elsewhere', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    const { page } = await visit(browser!, id)
    await logIn(page, owner.username)
    await editorReady(page)
    const { page: other } = await visitIn(page.context(), id)
    await editorReady(other)
    await page.click('#leave')
    await other.waitForSelector('#login .fault:has-text("has ended")')
    for (const place of ['title', 'config', 'versions', 'log'])
      assert.equal(await other.textContent(`#${place}`), '', place)
    await page.context().close()
  })

  test('draw nothing that was asked for before somebody left', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    const { page } = await visit(browser!, id)
    await logIn(page, owner.username)
    await editorReady(page)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: asked, resolve: asks } = Promise.withResolvers<void>()
    const versions = `/app/document/${id}/versions`
    await page.route(`**${versions}`, async (route) => {
      const response = await route.fetch()
      asks()
      await held
      await route.fulfill({ response })
    })
    await asked
    await page.click('#leave')
    const answered = page.waitForResponse((response) => response.url().endsWith(versions))
    release()
    await (await answered).finished()
    await settled(page)
    assert.equal(await page.textContent('#title'), '')
    assert.equal(await page.locator('#versions li').count(), 0)
    await page.context().close()
  })

  for (const where of ['here', 'in another tab'])
    test(`open no editor for somebody who logs out ${where} meanwhile`, async ({
      client,
      assert,
    }) => {
      const { id, owner } = await openable(client)
      const { page } = await visit(browser!, id)
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      const { promise: asked, resolve: asks } = Promise.withResolvers<void>()
      await page.route('**/api.js', async (route) => {
        asks()
        await held
        await route.continue()
      })
      await logIn(page, owner.username)
      await asked
      const leaving = where === 'here' ? page : (await visitIn(page.context(), id)).page
      await leaving.click('#leave')
      await page.waitForSelector('#login')
      release()
      await until(() => page.evaluate('Boolean(window.DocsAPI)'))
      await settled(page)
      assert.equal(await page.locator(EDITOR).count(), 0)
      if (where === 'here') assert.deepEqual((await documentOf(id)).editing, [])
      await page.context().close()
    })

  test('let whoever may not see the document log out', async ({ client, assert }) => {
    const { id } = await openable(client)
    const stranger = await makeOperator()
    stage.gate.tell(stranger.id, nothing)
    const { page } = await visit(browser!, id)
    await page.fill('[name=username]', stranger.username)
    await page.fill('[name=password]', PASSWORD)
    await page.click('#login button')
    await page.click('#login .fault button:has-text("Log out")')
    await until(() => page.evaluate('localStorage.length === 0'))
    assert.equal(await page.textContent('#login .fault'), '')
    await page.context().close()
  })

  test('go on with a login once the service answers again', async ({ client }) => {
    const { id, owner } = await openable(client)
    const { page } = await visit(browser!, id)
    await logIn(page, owner.username)
    await editorReady(page)
    await page.route('**/app/**', (route) => route.abort())
    await page.reload()
    await page.waitForSelector('#login .fault:has-text("cannot be reached")')
    await page.unroute('**/app/**')
    await editorReady(page)
    await page.waitForSelector('#login', { state: 'hidden' })
    await page.context().close()
  })
})

/** What hangs on an answer was done, or will not be. */
async function settled(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
}
