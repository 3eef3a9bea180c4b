import { mkdirSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { chromiumPath, openBrowser } from '../../helpers/browser.js'
import { baseUrl } from '../../helpers/download.js'
import { eventually } from '../../helpers/deadline.js'
import {
  actionsOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'

test.group('Documents | demo page', (group) => {
  let stage: EditorStage
  let browser: Browser | undefined
  group.setup(async () => {
    stage = await editorStage()
    browser = chromiumPath ? await openBrowser() : undefined
    return async () => {
      await browser?.close()
      await stage.close()
    }
  })
  group.each.teardown(() => stage.configure())

  test('open a document, edit it, save it and see the versions in a browser', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    const { page, complaints, strangers } = await visit(browser!, id)
    await logIn(page, owner.username)
    const frame = page.frameLocator('iframe[name=frameEditor]')
    await frame.locator('#state:has-text("Ready")').waitFor()
    await frame.locator('#text').fill('Written in a browser.')
    await frame.locator('#add').click()
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
    await page
      .frameLocator('iframe[name=frameEditor]')
      .locator('#state:has-text("Ready")')
      .waitFor()
    await page.close()
    await eventually(
      'the session has ended',
      async () => (await documentOf(id)).editing.length === 0
    )
    await stage.server.settled()

    assert.lengthOf(await versionsOf(id), 2)
    assert.include(await actionsOf(id), 'saved')
    assert.deepEqual(complaints, [])
    assert.deepEqual(strangers, [])
  })
    .skip(!chromiumPath, 'this machine has no Chromium')
    .timeout(240_000)

  test('say that there is no document server, and show the settings', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    stage.configure({ enabled: false, documentServerUrl: undefined })
    const { page, complaints } = await visit(browser!, id)
    await logIn(page, owner.username)
    await page.waitForSelector('#without')
    assert.include(await page.textContent('#why'), 'EDITOR_ENABLED=true')
    assert.include(await page.textContent('#without dl'), 'EDITOR_DOCUMENT_SERVER_URLnot set')
    await page.waitForSelector('#versions li')
    await picture(page, 'editor-demo-without')
    assert.deepEqual(
      complaints.filter((text) => !text.includes('400')),
      []
    )
  })
    .skip(!chromiumPath, 'this machine has no Chromium')
    .timeout(240_000)

  test('say so when the editor’s script cannot be loaded', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    stage.configure({ documentServerUrl: 'http://127.0.0.1:9' })
    const { page } = await visit(browser!, id)
    await logIn(page, owner.username)
    await page.waitForSelector('#why:has-text("could not be loaded")')
    await page.click('summary')
    assert.include(await page.textContent('#config'), '"documentType": "word"')
  })
    .skip(!chromiumPath, 'this machine has no Chromium')
    .timeout(240_000)

  test('bring the page under a strict policy, and only its own files', async ({
    client,
    assert,
  }) => {
    const page = await client.get('/editor/demo/1')
    page.assertStatus(200)
    const policy = page.header('content-security-policy')!
    assert.include(policy, "default-src 'none'")
    assert.include(policy, `script-src 'self' ${stage.server.url};`)
    assert.notMatch(page.text(), /<script(?![^>]* src=)|<style|style=| on\w+=/)
    ;(await client.get('/editor/demo/assets/page.js')).assertStatus(200)
    ;(await client.get('/editor/demo/assets/..%2f..%2fplugin.ts')).assertStatus(404)
    ;(await client.get('/editor/demo/abc')).assertStatus(404)
    stage.configure({ publicBaseUrl: 'http://x.example/"><script>alert(1)</script>' })
    assert.notInclude((await client.get('/editor/demo/1')).text(), '<script>alert')
    assert.isDefined(await makeOperator())
  })
})

interface Visit {
  page: Page
  /** What the browser complained of. */
  complaints: string[]
  /** Requests to anybody but the service and the document server. */
  strangers: string[]
}

async function visit(browser: Browser, id: number): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const complaints: string[] = []
  const strangers: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') strangers.push(request.url())
  })
  await page.goto(`${baseUrl()}/editor/demo/${id}`)
  return { page, complaints, strangers }
}

async function logIn(page: Page, username: string): Promise<void> {
  await page.fill('[name=username]', username)
  await page.fill('[name=password]', PASSWORD)
  await page.click('#login button')
  await page.waitForSelector('#desk')
}

/** For the documentation, where it is asked for. */
async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return
  const folder = app.makePath('docs/images')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}
