import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { chromiumPath, openBrowser } from '../../helpers/browser.js'
import { editorReady, logIn, openable, openEntitlements, visit } from '../../helpers/demo_page.js'
import { baseUrl } from '../../helpers/download.js'
import { editorStage, type EditorStage } from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'

const EDITOR = 'iframe[name=frameEditor]'

test.group('Documents | faults on the demo page', (group) => {
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
  group.each.teardown(() => stage.configure())
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))

  test('say once that the service is away, until it is back', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    const { page } = await visit(browser!, id)
    await logIn(page, owner.username)
    await editorReady(page)
    let looks = 0
    page.on('requestfailed', (request) => {
      if (request.url().endsWith(`/app/document/${id}/versions`)) looks += 1
    })
    const twoLooksMore = () => {
      const wanted = looks + 2
      return until(() => looks >= wanted)
    }
    await page.context().setOffline(true)
    await page.waitForSelector('#message:has-text("cannot be reached")')
    await page.focus('#message button')
    await twoLooksMore()
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Close')
    await page.click('#message button')
    await twoLooksMore()
    assert.isFalse(await page.isVisible('#message'))
    await page.context().setOffline(false)
    await page.waitForResponse((response) => response.url().endsWith('/shares'))
    await page.waitForRequest((request) => request.url().endsWith('/versions'))

    await page.context().setOffline(true)
    await page.waitForSelector('#message:has-text("cannot be reached")')
    await page.context().setOffline(false)
    await page.waitForSelector('#message', { state: 'hidden' })
    await page.context().close()
  })

  test('speak of the document server where it is at fault alone', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    const { page } = await visit(browser!, id)
    await page.route('**/editor-config*', (route) => route.abort())
    await logIn(page, owner.username)
    await page.waitForSelector('#why:has-text("cannot be reached")')
    assert.equal(await page.textContent('#without h2'), 'The editor could not be opened')
    assert.isFalse(await page.isVisible('#without dl'))
    await page.unroute('**/editor-config*')
    stage.configure({ enabled: false })
    await page.click('#reopen')
    await page.waitForSelector('#without h2:has-text("No document server")')
    assert.isTrue(await page.isVisible('#without dl'))
    await page.context().close()
  })

  for (const event of ['onRequestRefreshFile', 'onOutdatedVersion'])
    test(`open the document again at ${event}`, async ({ client, assert }) => {
      const { id, owner } = await openable(client)
      const { page } = await visit(browser!, id)
      await logIn(page, owner.username)
      await editorReady(page)
      const asked = page.waitForResponse((response) => response.url().includes('/editor-config'))
      const told = JSON.stringify(JSON.stringify({ event }))
      await page.frame('frameEditor')!.evaluate(`parent.postMessage(${told}, '*')`)
      assert.equal((await asked).status(), 200)
      await editorReady(page)
      assert.equal(await page.locator(EDITOR).count(), 1)
      await page.context().close()
    })

  test('make one document by a double click', async ({ client, assert }) => {
    const owner = await makeOperator()
    const title = `Twice ${owner.id}`
    const page = await browser!.newPage()
    await page.goto(`${baseUrl()}/editor/demo`)
    await logIn(page, owner.username)
    await page.fill('#create [name=title]', title)
    await page.dblclick('#create button')
    await page.waitForSelector(`#title:has-text("${title}.")`)
    const found = await client.get('/app/document').qs({ title }).loginAs(owner)
    assert.lengthOf(found.body().data.items, 1)
    await page.context().close()
  })

  test('log in once by a double click', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    const { page } = await visit(browser!, id)
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
    await page.fill('[name=username]', owner.username)
    await page.fill('[name=password]', PASSWORD)
    await page.dblclick('#login button')
    await editorReady(page)
    assert.lengthOf(
      asked.filter((one) => one.includes('POST') && one.includes('/app/auth/')),
      1
    )
    assert.lengthOf(
      asked.filter((one) => one.includes('/editor-config')),
      1
    )
    await page.context().close()
  })

  test('give the title of a new document room on a phone', async ({ assert }) => {
    const owner = await makeOperator()
    const page = await browser!.newPage({ viewport: { width: 360, height: 740 } })
    await page.goto(`${baseUrl()}/editor/demo`)
    await logIn(page, owner.username)
    const { width } = (await page.locator('#create [name=title]').boundingBox())!
    assert.isAbove(width, 200)
    await page.context().close()
  })
})
