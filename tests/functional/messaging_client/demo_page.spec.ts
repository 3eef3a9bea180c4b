import { mkdirSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { freshName, makeOperator, PASSWORD } from '#tests/helpers/accounts'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { eventually } from '#tests/helpers/deadline'
import { online, person, text as said } from '#tests/helpers/messaging/people'

const root = () => `http://${process.env.HOST}:${process.env.PORT}`

test.group('Messaging client | demo page', (group) => {
  let browser: Browser | undefined

  group.setup(async () => {
    if (chromiumPath) browser = await openBrowser()
  })

  group.teardown(async () => {
    await browser?.close()
  })

  test('let two talk in two tabs, one go offline, and catch up', async ({ assert, cleanup }) => {
    const [ann, bob] = [
      await makeOperator({ username: freshName('ann'), nickname: 'Ann' }),
      await makeOperator({ username: freshName('bob'), nickname: 'Bob' }),
    ]
    const [left, right] = [await visitor(browser!), await visitor(browser!)]
    cleanup(async () => {
      for (const { page } of [left, right]) await page.context().close()
    })
    await logIn(left.page, ann.username)
    await logIn(right.page, bob.username)

    const titles = await titlesOf(left.page)
    await talkTo(left.page, bob.username)
    await write(left.page, 'Good morning, Bob')
    await right.page.click('#conversations button:has-text("Ann")')
    await shown(right.page, ['Good morning, Bob'])
    await write(right.page, 'Good morning, Ann')
    await shown(left.page, ['Good morning, Bob', 'Good morning, Ann'])
    await left.page.waitForSelector('#log li.mine.read')
    assert.deepEqual([...new Set(await titles())], ['Bob'])
    await right.page.click('#log li:has-text("Good morning, Bob") .react')
    await left.page.waitForSelector('#log li.mine:has-text("👍 1")')
    left.page.once('dialog', (dialog) => void dialog.accept('Good evening, Bob'))
    await left.page.click('#log li.mine .edit')
    await shown(right.page, ['Good evening, Bob', 'Good morning, Ann'])
    await right.page.click('#log li.mine .recall')
    await shown(left.page, ['Good evening, Bob', 'recalled'])

    await right.page.click('#line')
    await right.page.waitForSelector('#state[data-state=idle]')
    await write(left.page, 'Are you on the train?')
    await write(left.page, 'See you later')
    await write(right.page, 'Written in the tunnel')
    await right.page.waitForSelector('#log li.pending')
    await shown(left.page, [...GREETINGS, 'Are you on the train?', 'See you later'])
    await picture(right.page, 'messaging-demo-offline')

    await right.page.click('#line')
    const all = [...GREETINGS, 'Are you on the train?', 'See you later', 'Written in the tunnel']
    for (const { page } of [left, right]) await shown(page, all)
    await right.page.waitForSelector('#state[data-state=online]')
    await picture(left.page, 'messaging-demo')

    for (const { complaints, strangers } of [left, right]) {
      assert.deepEqual(complaints, [])
      assert.deepEqual(strangers, [])
    }
  }).skip(!chromiumPath, 'this machine has no Chromium')

  test('find what was said, show it where it was said, and mark mentions', async ({
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await online(), await person()]
    const { page } = await visitor(browser!, { width: 360, height: 740 })
    cleanup(async () => {
      await page.context().close()
      await ann.peer.close()
    })
    for (const words of ['the invoice of May', 'something else'])
      await ann.peer.ask({ ...said(words, { to: bob.user.id }), mentions: [bob.user.id] })
    await logIn(page, bob.user.username)
    await page.waitForSelector('#conversations button:has-text("(2) @")')

    await page.fill('#search [name=keyword]', 'INVOICE')
    await page.click('#search button')
    assert.equal(await page.textContent('#hits mark'), 'invoice')
    await page.click('#hits button')
    await page.waitForSelector('#log li.sought.mention:has-text("the invoice of May")')
    await page.waitForSelector('#conversations button:not(:has-text("@"))')
    assert.isAtMost(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth), 360)

    await page.fill('#search [name=keyword]', 'nobody said so')
    await page.click('#search button')
    await page.waitForSelector('#hint:has-text("Nothing that says so")')
  }).skip(!chromiumPath, 'this machine has no Chromium')

  test('bring the page and its modules under a strict policy, and nothing else', async ({
    client,
    assert,
  }) => {
    const page = await client.get('/im/demo')
    page.assertStatus(200)
    assert.include(page.header('content-security-policy'), "default-src 'none'")
    assert.notMatch(page.text(), /<script(?![^>]* src=)|<style|style=| on\w+=/)

    const module = await client.get('/im/demo/client/messaging_client.js')
    module.assertStatus(200)
    assert.include(module.header('content-type'), 'text/javascript')
    assert.notInclude(module.text(), ': Promise<')
    for (const path of ['nothing.js', 'client/nothing.js', 'client/..%2Findex.js', '%2e%2e%2fx'])
      (await client.get(`/im/demo/${path}`)).assertStatus(404)
  })
})

const GREETINGS = ['Good evening, Bob', 'recalled']

async function visitor(browser: Browser, viewport = { width: 900, height: 560 }) {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const [complaints, strangers]: [string[], string[]] = [[], []]
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') strangers.push(request.url())
  })
  return { page, complaints, strangers }
}

async function logIn(page: Page, username: string): Promise<void> {
  await page.goto(`${root()}/im/demo`)
  await page.fill('#login [name=username]', username)
  await page.fill('#login [name=password]', PASSWORD)
  await page.click('#login button')
  await page.waitForSelector('#state[data-state=online]')
}

async function talkTo(page: Page, username: string): Promise<void> {
  await page.fill('#begin [name=keyword]', username)
  await page.click('#begin button')
  await page.click(`#people button:has-text("${username}")`)
}

/** Resolves to what tells every title that the page has shown since. */
async function titlesOf(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`window.titles = [];
    new MutationObserver(() => window.titles.push(document.getElementById('title').textContent))
      .observe(document.getElementById('title'), { childList: true })`)
  return () => page.evaluate('window.titles') as Promise<string[]>
}

async function write(page: Page, text: string): Promise<void> {
  await page.fill('#write [name=text]', text)
  await page.click('#write button')
}

/** Waits until the log holds exactly these, in this order. */
async function shown(page: Page, texts: string[]): Promise<void> {
  const rows = page.locator('#log li:not(.pending) .text')
  const isSo = async () => JSON.stringify(await rows.allTextContents()) === JSON.stringify(texts)
  await eventually(`the log shows ${texts.join(' | ')}`, isSo)
}

/** For the documentation: `SCREENSHOTS=1` keeps what the browser showed. */
async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return
  const folder = app.makePath('docs/images')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}
