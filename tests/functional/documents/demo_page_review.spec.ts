import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import type { ApiClient } from '@japa/api-client'
import { nothing } from '#kernel/data_scope/reach'
import type { User } from '#plugins/identity/main'
import { noteInLog } from '../../../app/plugins/documents/versions/document_log.js'
import db from '@adonisjs/lucid/services/db'
import { makeOperator } from '../../helpers/accounts.js'
import { chromiumPath, openBrowser } from '../../helpers/browser.js'
import { editorReady, logIn, openable, openEntitlements, visit } from '../../helpers/demo_page.js'
import { documentOf, editorStage, type EditorStage } from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'

test.group('Documents | deciding on the demo page', (group) => {
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

  const submit = (client: ApiClient, id: number, owner: User, handler: User) =>
    client
      .post(`/app/document/${id}/submit`)
      .loginAs(owner)
      .json({ handlerIds: [handler.id] })

  test('decide on the submission that was opened, and open the next one again', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await openable(client)
    const handler = await makeOperator()
    await submit(client, id, owner, handler)
    const { page } = await visit(browser!, id)
    await logIn(page, handler.username)
    await editorReady(page, 'Read only')
    await page.waitForSelector('#decide:not([hidden])')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: looking, resolve: looks } = Promise.withResolvers<void>()
    await page.route(`**/app/document/${id}`, async (route) => {
      looks()
      await held
      await route.continue()
    })
    await looking
    await client.delete(`/app/document/${id}/submission`).loginAs(owner)
    await client.put(`/app/document/${id}`).loginAs(owner).json({ title: 'Another' })
    ;(await submit(client, id, owner, handler)).assertStatus(200)
    await page.click('#decide button[value=approve]')
    await page.waitForSelector('#message:has-text("submitted anew since")')
    assert.equal((await documentOf(id)).status, 'in_review')

    release()
    await page.waitForSelector('#message:has-text("opened again")')
    await page.waitForSelector('#title:has-text("Another")')
    await page.click('#decide button[value=approve]')
    await page.waitForSelector('#state:has-text("approved")')
    await page.close()
  })

  test('offer no decision on what is not opened yet', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    const handler = await makeOperator()
    await submit(client, id, owner, handler)
    const { page } = await visit(browser!, id)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let asked = 0
    await page.route(`**/app/document/${id}`, async (route) => {
      asked += 1
      if (asked === 2) await held
      await route.continue()
    })
    await logIn(page, handler.username)
    await until(() => asked === 2)
    assert.isFalse(await page.isVisible('#decide'))
    release()
    await page.waitForSelector('#decide:not([hidden])')
    await page.close()
  })

  test('offer a decision on a document of which much was noted since', async ({ client }) => {
    const { id, owner } = await openable(client)
    const handler = await makeOperator()
    await submit(client, id, owner, handler)
    const author = { id: owner.id, name: owner.nickname }
    await db.transaction(async (trx) => {
      for (let times = 0; times < 40; times++)
        await noteInLog(id, { action: 'save_unchanged', author, versionNo: 1 }, trx)
    })
    const { page } = await visit(browser!, id)
    await logIn(page, handler.username)
    await page.waitForSelector('#decide:not([hidden])')
    await page.close()
  })

  /** Only what is submitted to them lets them see the document. */
  async function handlerAlone() {
    const handler = await makeOperator()
    stage.gate.tell(handler.id, nothing, 'document:document:show')
    return handler
  }

  for (const [decision, done] of [
    ['approve', 'approved'],
    ['return', 'returned'],
  ] as const)
    test(`say that a document was ${done} which whoever decided may not see any more`, async ({
      client,
      assert,
    }) => {
      const { id, owner } = await openable(client)
      const handler = await handlerAlone()
      await submit(client, id, owner, handler)
      const { page } = await visit(browser!, id)
      await logIn(page, handler.username)
      await editorReady(page, 'Read only')
      await page.clock.install()
      await page.click(`#decide button[value=${decision}]`)
      await page.waitForSelector(`#why:has-text("The document was ${done}. You may not see")`)
      assert.equal((await documentOf(id)).status, done)
      assert.equal(await page.textContent('#without h2'), 'Out of sight')
      for (const gone of ['#decide', '#message', '#without dl', 'iframe[name=frameEditor]'])
        assert.isFalse(await page.isVisible(gone), gone)
      assert.equal(await page.textContent('#state'), '')
      let asked = 0
      page.on('request', () => (asked += 1))
      await page.clock.runFor(20_000)
      assert.equal(asked, 0)
      await page.context().close()
    })

  test('say what was decided also where a look sees first that the document is out of sight', async ({
    client,
  }) => {
    const { id, owner } = await openable(client)
    const handler = await handlerAlone()
    await submit(client, id, owner, handler)
    const { page } = await visit(browser!, id)
    await logIn(page, handler.username)
    await editorReady(page, 'Read only')
    await page.waitForSelector('#decide:not([hidden])')
    await page.route('**/review', async (route) => {
      const response = await route.fetch()
      await page.waitForResponse(
        (seen) => seen.status() === 404 && seen.url().endsWith(`/app/document/${id}`)
      )
      await route.fulfill({ response })
    })
    await page.click('#decide button[value=approve]')
    await page.waitForSelector('#why:has-text("The document was approved. You may not see")')
    await page.context().close()
  })

  test('offer a decision on a title that is cut between the halves of a character', async ({
    client,
  }) => {
    const { id, owner } = await openable(client)
    const handler = await makeOperator()
    const title = `${'a'.repeat(99)}😀 and more`
    ;(await client.put(`/app/document/${id}`).loginAs(owner).json({ title })).assertStatus(200)
    ;(await submit(client, id, owner, handler)).assertStatus(200)
    const { page } = await visit(browser!, id)
    await logIn(page, handler.username)
    await page.waitForSelector('#decide:not([hidden])')
    await page.context().close()
  })
})
