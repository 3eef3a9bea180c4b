import { test } from '@japa/runner'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import { makeOperator } from '../../helpers/accounts.js'
import { chromiumPath, openBrowser } from '../../helpers/browser.js'
import {
  choose,
  chooseUser,
  editorReady,
  logIn,
  openable,
  openEntitlements,
  visit,
  visitIn,
} from '../../helpers/demo_page.js'
import { actionsOf, documentOf, editorStage } from '../../helpers/editor_stage.js'
import type { EditorStage } from '../../helpers/editor_stage.js'
import { baseUrl } from '../../helpers/download.js'
import { until } from '../../helpers/until.js'
import { makeRole } from '../access/support/organisation.js'

const EDITOR = 'iframe[name=frameEditor]'

test.group('Documents | manners of the demo page', (group) => {
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

  async function opened(client: ApiClient, options?: BrowserContextOptions) {
    const { id, owner } = await openable(client)
    const { page } = await visit(browser!, id, options)
    await logIn(page, owner.username)
    return { id, owner, page }
  }

  test('decide nothing by Enter in a comment', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    const handler = await makeOperator()
    await client
      .post(`/app/document/${id}/submit`)
      .loginAs(owner)
      .json({ handlerIds: [handler.id] })
    const { page } = await visit(browser!, id)
    await logIn(page, handler.username)
    await page.fill('#decide [name=comment]', 'Not yet')
    await page.press('#decide [name=comment]', 'Enter')
    await page.press('#decide [name=comment]', 'Enter')
    await page.click('#decide button[value=return]')
    await page.waitForSelector('#review li.returned')
    const decided = ['approved', 'returned']
    const decisions = (await actionsOf(id)).filter((action) => decided.includes(action))
    assert.deepEqual(decisions, ['returned'])
    await page.close()
  })

  test('offer a decision to handlers alone', async ({ client, assert }) => {
    const { id, owner, page } = await opened(client)
    const handler = await makeOperator()
    await editorReady(page)
    await chooseUser(page, 'submit', handler)
    await page.click('#submit > button')
    await page.click('#message button:has-text("Send them out")')
    await page.waitForSelector('#state:has-text("in review")')
    await page.waitForSelector('#review li.submitted')
    assert.isFalse(await page.isVisible('#decide'))
    assert.equal((await documentOf(id)).ownerId, owner.id)
    await page.close()
  })

  test('open again where the editor could not be opened before', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    const { page } = await visit(browser!, id)
    const body = { code: 503, message: 'Try again later', data: { reason: 'E_UNAVAILABLE' } }
    await page.route('**/editor-config*', (route) => route.fulfill({ status: 503, json: body }))
    await logIn(page, owner.username)
    await page.waitForSelector('#without')
    await page.unroute('**/editor-config*')
    await page.click('#reopen')
    await editorReady(page)
    assert.isTrue(await page.isVisible(EDITOR))
    assert.isFalse(await page.isVisible('#without'))
    await page.close()
  })

  test('share until the end of the day where the person is', async ({ client, assert }) => {
    const { id, owner, page } = await opened(client, { timezoneId: 'America/Los_Angeles' })
    const reader = await makeOperator({ nickname: 'Ann Lee' })
    await chooseUser(page, 'share', reader)
    await page.fill('#share [name=endsAt]', '2099-12-30')
    await page.click('#share > button')
    await page.waitForSelector('#shares li:has-text("Ann Lee")')
    const shares = await client.get(`/app/document/${id}/shares`).loginAs(owner)
    assert.equal(shares.body().data[0].endsAt, '2099-12-31T07:59:59.999Z')
    await page.close()
  })

  test('lead to the login when the session has ended, and go on after it', async ({ client }) => {
    const { owner, page } = await opened(client)
    await editorReady(page)
    await page.route('**/app/document/**', (route) => {
      const body = { code: 401, message: 'Log in first', data: { reason: 'E_UNAUTHORIZED' } }
      return route.fulfill({ status: 401, json: body })
    })
    await page.waitForSelector('#login:not([hidden]) .fault:has-text("has ended")')
    await page.waitForSelector('#desk', { state: 'hidden' })
    await page.unroute('**/app/document/**')
    await logIn(page, owner.username)
    await page.waitForSelector('#versions li')
    await page.close()
  })

  test('go on in every tab when the access token has expired, renewing it once', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(() => clock.restore())
    const { id, page } = await opened(client)
    await editorReady(page)
    const { page: other } = await visitIn(page.context(), id)
    await editorReady(other)
    const renewals: number[] = []
    page.context().on('response', (response) => {
      if (response.url().endsWith('/app/auth/refresh')) renewals.push(response.status())
    })
    clock.travel(31 * 60_000)
    const goesOn = (tab: Page) =>
      tab.waitForResponse(
        (response) => response.ok() && response.url().endsWith(`/app/document/${id}/versions`)
      )
    await until(() => renewals.length > 0)
    await Promise.all([goesOn(page), goesOn(other)])
    assert.deepEqual(renewals, [200])
    assert.isTrue(await page.isVisible('#desk'))
    assert.isTrue(await other.isVisible('#desk'))
    await page.context().close()
  })

  test('log out in every tab', async ({ client }) => {
    const { id, page } = await opened(client)
    await editorReady(page)
    const { page: other } = await visitIn(page.context(), id)
    await editorReady(other)
    await page.click('#leave')
    await page.waitForSelector('#login')
    await other.waitForSelector('#login .fault:has-text("has ended")')
    await page.reload()
    await page.waitForSelector('#login')
    await page.context().close()
  })

  test('offer only what whoever is logged in may do', async ({ client, assert }) => {
    const { id } = await openable(client)
    const reader = await makeOperator()
    for (const verb of ['edit', 'submit', 'share', 'drop', 'review'])
      stage.gate.tell(reader.id, null, `document:document:${verb}`)
    const { page } = await visit(browser!, id)
    await logIn(page, reader.username)
    await page.waitForSelector('#no-review:has-text("You may not submit")')
    await page.waitForSelector('#no-shares:has-text("may not share")')
    await page.waitForSelector('#config:has-text("editorConfig")', { state: 'attached' })
    for (const control of ['#force-save', '#submit', '#withdraw', '#decide', '#share'])
      assert.isFalse(await page.isVisible(control), control)
    await page.close()
  })

  test('offer to send people out to those alone who may', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    stage.gate.tell(owner.id, null, 'document:document:drop')
    const { page } = await visit(browser!, id)
    await logIn(page, owner.username)
    await editorReady(page)
    const handler = await makeOperator()
    await chooseUser(page, 'submit', handler)
    await page.click('#submit > button')
    await page.waitForSelector('#message:has-text("wait until they are done")')
    assert.equal(await page.locator('#message button').count(), 1)
    await page.close()
  })

  test('take a submission back', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    const handler = await makeOperator()
    const body = { handlerIds: [handler.id] }
    ;(await client.post(`/app/document/${id}/submit`).loginAs(owner).json(body)).assertStatus(200)
    const { page } = await visit(browser!, id)
    await logIn(page, owner.username)
    await page.click('#withdraw')
    await page.waitForSelector('#review li.withdrawn')
    await page.waitForSelector('#submit')
    await editorReady(page)
    assert.equal((await documentOf(id)).status, 'draft')
    assert.isFalse(await page.isVisible('#withdraw'))
    await page.close()
  })

  test('open one after the other what is opened while it is being opened', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await openable(client)
    const { page } = await visit(browser!, id)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const asked: string[] = []
    await page.route('**/editor-config*', async (route) => {
      asked.push(route.request().url())
      await held
      await route.continue()
    })
    await logIn(page, owner.username)
    await until(() => asked.length === 1)
    await page.click('#reopen')
    release()
    await until(() => asked.length === 2)
    await editorReady(page)
    assert.equal(await page.locator(EDITOR).count(), 1)
    await page.close()
  })

  test('say of which kind they are whom a document is shared with', async ({ client }) => {
    const { page } = await opened(client)
    const role = await makeRole()
    await page.selectOption('#share [name=subjectType]', 'role')
    await choose(page, 'share', role.name, `${role.name} · ${role.code}`)
    await page.click('#share > button')
    await page.waitForSelector(`#shares li:has-text("role ${role.name} · may view")`)
    await page.close()
  })

  test('choose a document, or begin with a new one', async ({ client, assert }) => {
    const { owner } = await openable(client)
    for (const address of ['/editor/demo', '/editor/demo/']) {
      const page = await browser!.newPage()
      await page.goto(baseUrl() + address)
      await logIn(page, owner.username)
      await page.click('#documents a:has-text("Minutes.docx")')
      await page.waitForSelector('#title:has-text("Minutes.docx")')
      await page.context().close()
    }
    const page = await browser!.newPage()
    await page.goto(`${baseUrl()}/editor/demo`)
    await logIn(page, owner.username)
    await page.fill('#create [name=title]', 'Letter')
    await page.selectOption('#create [name=fileType]', 'xlsx')
    await page.click('#create button')
    await page.waitForSelector('#title:has-text("Letter.xlsx")')
    assert.isFalse(await page.isVisible('#login'))
    await page.context().close()
  })

  test('say all that the service says of what it refuses', async ({ client }) => {
    const { owner, page } = await opened(client)
    await choose(page, 'share', String(owner.id), `no. ${owner.id}`)
    await page.click('#share > button')
    await page.waitForSelector('#message:has-text("share it with somebody else")')
    await page.route('**/shares', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
    )
    await page.waitForSelector('#message:has-text("Something on the way")')
    await page.close()
  })

  test('keep what is said until it is put away', async ({ client, assert }) => {
    const { owner, page } = await opened(client)
    await page.clock.install()
    await choose(page, 'share', String(owner.id), `no. ${owner.id}`)
    await page.click('#share > button')
    await page.waitForSelector('#message:has-text("invalid")')
    await page.clock.runFor(60_000)
    assert.isTrue(await page.isVisible('#message'))
    await page.click('#message button:has-text("Close")')
    await page.waitForSelector('#message', { state: 'hidden' })
    await page.close()
  })

  test('keep the focus while the page looks again, and let no looks pile up', async ({
    client,
    assert,
  }) => {
    const { id, owner, page } = await opened(client)
    const reader = await makeOperator()
    const subject = { subjectType: 'user', subjectId: reader.id, level: 'view' }
    await client.post(`/app/document/${id}/shares`).loginAs(owner).json(subject)
    await page.waitForSelector('#shares button')
    await page.focus('#shares button')
    await page.clock.install()
    let looks = 0
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/app/document/${id}/versions`, async (route) => {
      looks += 1
      await held
      await route.continue().catch(() => undefined)
    })
    await until(() => looks === 1)
    await page.clock.runFor(60_000)
    assert.equal(looks, 1)
    release()
    await until(async () => {
      await page.clock.runFor(1_000)
      return looks > 1
    })
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Take back')
    await page.close()
  })

  test('ask for the small editor where there is little room, and show days', async ({
    client,
    assert,
  }) => {
    const { page } = await opened(client, { viewport: { width: 360, height: 740 } })
    await until(async () => ((await page.textContent('#config')) ?? '').length > 10)
    assert.include(await page.textContent('#config'), '"type": "mobile"')
    await page.waitForSelector('#log li')
    assert.include(await page.textContent('#log li'), String(new Date().getFullYear()))
    await page.close()
  })
})
