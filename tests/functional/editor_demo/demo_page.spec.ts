import { mkdirSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
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
} from '../../helpers/demo_page.js'
import { eventually } from '../../helpers/deadline.js'
import {
  actionsOf,
  documentOf,
  editorStage,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'

test.group('Editor demo | page', (group) => {
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

  test('open a document, edit it, save it and see its versions', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    const { page, complaints, strangers } = await visit(browser!, id)
    await logIn(page, owner.username)
    await editorReady(page)
    await write(page, 'Written in a browser.')
    const frame = page.frameLocator('iframe[name=frameEditor]')
    await page.click('#force-save')
    await page.waitForSelector('#versions li:has-text("forced save")')
    await page.waitForSelector('#state:has-text("edited by")')
    await picture(page, 'editor-demo')

    await frame.locator('#show-history').click()
    await frame.locator('#history button:has-text("Version 1")').click()
    await frame.locator('#state:has-text("Version 1")').waitFor()
    await frame.locator('#close').click()
    await page.waitForSelector('#log li:has-text("save unchanged")')
    await page.click('#reopen')
    await frame.locator('#state:has-text("Ready")').waitFor()
    await page.close()
    const isOver = async () => (await documentOf(id)).editing.length === 0
    await eventually('the session has ended', isOver)
    await stage.server.settled()

    assert.lengthOf(await versionsOf(id), 2)
    assert.include(await actionsOf(id), 'saved')
    assert.deepEqual(complaints, [])
    assert.deepEqual(strangers, [])
  }).skip(!chromiumPath, 'this machine has no Chromium')

  test('say that no document server is set, and show the settings', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    stage.configure({ enabled: false, documentServerUrl: undefined })
    const { page, complaints } = await visit(browser!, id)
    await logIn(page, owner.username)
    await page.waitForSelector('#without')
    assert.include(await page.textContent('#why'), 'EDITOR_ENABLED=true')
    assert.include(await page.textContent('#without dl'), 'EDITOR_DOCUMENT_SERVER_URLnot set')
    assert.include(await page.textContent('#without dl'), 'EDITOR_JWT_SECRETset')
    await page.waitForSelector('#versions li')
    await picture(page, 'editor-demo-without')
    assert.isEmpty(besides(complaints, 400))
  }).skip(!chromiumPath, 'this machine has no Chromium')

  test('share the document, and take a share back', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    const ann = await makeOperator({ nickname: 'Ann Lee' })
    const bob = await makeOperator({ nickname: 'Bob Ray' })
    const { page, complaints } = await visit(browser!, id)
    await logIn(page, owner.username)
    await editorReady(page)
    await write(page, 'What was agreed on Monday.')
    await page.waitForSelector('#no-shares:has-text("Shared with nobody")')
    await chooseUser(page, 'share', ann)
    await share(page, 'comment')
    await page.waitForSelector('#shares li:has-text("Ann Lee · may comment")')
    await page.waitForSelector('#share-chosen li', { state: 'detached' })
    await chooseUser(page, 'share', bob)
    await page.fill('#share [name=endsAt]', '2099-12-31')
    await share(page, 'edit')
    await page.waitForSelector('#shares li:has-text("Bob Ray · may edit · until")')
    await page.waitForSelector('#share-chosen li', { state: 'detached' })
    await page.waitForSelector('#log li:has-text("shared")')
    await picture(page, 'editor-demo-sharing')

    await page.click('#shares li:has-text("Ann Lee") button')
    await page.waitForSelector('#shares li:has-text("Ann Lee")', { state: 'detached' })
    const shares = await client.get(`/app/document/${id}/shares`).loginAs(owner)
    assert.containsSubset(shares.body().data, [{ subjectName: 'Bob Ray', level: 'edit' }])
    assert.lengthOf(shares.body().data, 1)

    await choose(page, 'share', String(owner.id), `no. ${owner.id}`)
    await share(page, 'view')
    await page.waitForSelector('#message:has-text("invalid")')
    await page.close()
    assert.isEmpty(besides(complaints, 422))
  }).skip(!chromiumPath, 'this machine has no Chromium')

  test('submit a document, return it with a comment, approve it', async ({ client, assert }) => {
    const { id, owner } = await openable(client)
    const handler = await makeOperator({ nickname: 'Ann Lee' })
    const { page, complaints } = await visit(browser!, id)
    await logIn(page, owner.username)
    await editorReady(page)
    const viewport = { width: 1280, height: 1000 }
    const { page: judging } = await visit(browser!, id, { viewport })
    await logIn(judging, handler.username)
    await editorReady(judging)
    const submit = async () => {
      await chooseUser(page, 'submit', handler)
      await page.click('#submit > button')
      await page.click('#message button:has-text("Send them out")')
      await page.waitForSelector('#state:has-text("in review")')
      await judging.waitForSelector('#decide:not([hidden])')
    }
    await submit()
    await judging.fill('#decide [name=comment]', 'A title, please.')
    await judging.click('#decide button[value=return]')
    await page.waitForSelector('#review li:has-text("“A title, please.”")')
    await editorReady(judging)
    await submit()
    await picture(judging, 'editor-demo-review')
    await judging.click('#decide button[value=approve]')
    await judging.waitForSelector('#state:has-text("approved")')
    await judging.close()
    await page.waitForSelector('#review li.approved')
    await page.waitForSelector('#state:has-text("approved")')
    assert.isFalse(await page.isVisible('#submit'))
    assert.isFalse(await page.isVisible('#decide'))
    assert.equal((await documentOf(id)).status, 'approved')
    await page.close()
    assert.isEmpty(besides(complaints, 409))
  }).skip(!chromiumPath, 'this machine has no Chromium')

  test('serve the page under a strict policy, with its own files', async ({ client, assert }) => {
    const page = await client.get('/editor/demo/1')
    page.assertStatus(200)
    const policy = page.header('content-security-policy')!
    assert.include(policy, "default-src 'none'")
    assert.include(policy, `script-src 'self' ${stage.server.url};`)
    assert.notMatch(page.text(), /<script(?![^>]* src=)|<style|style=| on\w+=/)
    ;(await client.get('/editor/demo/assets/page.js')).assertStatus(200)
    ;(await client.get('/editor/demo/assets/..%2f..%2fplugin.ts')).assertStatus(404)
    ;(await client.get('/editor/demo/abc')).assertStatus(404)
  })

  test('tell a stranger no address and nothing of the secret', async ({ client, assert }) => {
    stage.configure({
      publicBaseUrl: 'http://inside.example/"><script>alert(1)</script>',
      documentServerInternalUrl: 'http://ds.inside.example',
    })
    const page = (await client.get('/editor/demo/1')).text()
    assert.notInclude(page, 'inside.example')
    assert.notInclude(page, '<script>alert')
    assert.notMatch(page, /http:|\d+ bytes/)
    assert.include(page, '<dt>EDITOR_JWT_SECRET</dt><dd>set</dd>')
  })
})

/** A browser complains of every answer that is no success. */
const besides = (complaints: readonly string[], status: number) =>
  complaints.filter((text) => !text.includes(String(status)))

async function write(page: Page, text: string): Promise<void> {
  const frame = page.frameLocator('iframe[name=frameEditor]')
  await frame.locator('#text').fill(text)
  await frame.locator('#add').click()
  await frame.locator('#state:has-text("Changed")').waitFor()
}

async function share(page: Page, level: string): Promise<void> {
  await page.selectOption('#share [name=level]', level)
  await page.click('#share > button')
}

/** For the documentation, where it is asked for. */
async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  if (!process.env.SCREENSHOTS) return
  const folder = app.makePath('docs/images')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage })
}
