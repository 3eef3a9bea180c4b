import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { ApiDescription } from '#plugins/api_docs/main'
import { freshName, makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { chromiumPath, openBrowser } from '../../helpers/browser.js'
import { baseUrl } from '../../helpers/download.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { hearNotices } from '../../helpers/heard_notices.js'
import { PROJECT } from '../../helpers/imports.js'
import { showPage } from '../../helpers/served_page.js'

const PAGE = readFileSync(`${PROJECT}/docs/documents.md`, 'utf8')
const SAMPLE = /```(\w+)\n([\s\S]*?)```/g
const ADDRESS = /`(GET|POST|PUT|DELETE) ([/…][^` ]*)`/g

const samples = [...PAGE.matchAll(SAMPLE)].filter(([, language]) => language !== 'text')

/** The one sample that has these words. */
function sampleWith(words: string): string {
  const found = samples.map(([, , code]) => code!).filter((code) => code.includes(words))
  if (found.length !== 1) throw new Error(`${found.length} samples have ${words}`)
  return found[0]!
}

test.group('Docs | documents', () => {
  test('show no sample in a language that no test looks at', ({ assert }) => {
    const languages = samples.map(([, language]) => language!)
    assert.includeMembers(['js', 'sh'], languages)
    assert.lengthOf(
      languages.filter((language) => language === 'js'),
      4
    )
  })

  test('give commands that there are', ({ assert }) => {
    const { scripts } = JSON.parse(readFileSync(`${PROJECT}/package.json`, 'utf8')) as {
      scripts: Record<string, string>
    }
    const commands = [...PAGE.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!)
    assert.isNotEmpty(commands)
    assert.includeMembers(Object.keys(scripts), commands)
  })

  test('name addresses that there are', async ({ assert }) => {
    const { paths } = (await app.container.make(ApiDescription)).document()
    const there = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
    )
    const named = [...PAGE.matchAll(ADDRESS)].map(([, method, address]) => ({ method, address }))
    const unknown = named.filter(({ method, address }) => {
      const [path] = address!.replaceAll('<id>', '{id}').split('?')
      const [start, end] = path!.startsWith('…') ? [`${method} /`, path!.slice(1)] : ['', '']
      const isIt = (one: string) =>
        start ? one.startsWith(start) && one.endsWith(end) : one === `${method} ${path}`
      return !there.some(isIt)
    })
    assert.isAbove(named.length, 25)
    assert.deepEqual(unknown, [])
  })
})

test.group('Docs | samples of documents', (group) => {
  let stage: EditorStage
  let browser: Browser
  group.setup(async () => {
    stage = await editorStage()
    if (chromiumPath) browser = await openBrowser()
    return async () => {
      await browser?.close()
      await stage.close()
    }
  })
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))

  const OPENING = ['new Chancery(', 'const events =', 'new DocsAPI.DocEditor(']

  async function opened(client: ApiClient, ...more: string[]) {
    const { id, owner } = await staged(client)
    const given = { baseUrl: baseUrl(), username: owner.username, password: PASSWORD, id }
    const code = [...OPENING, ...more].map(sampleWith)
    const page = await browser.newPage()
    const broken = new Promise<never>((_, reject) => page.once('pageerror', reject))
    /** What comes, unless a sample throws. */
    const sound = <T>(work: Promise<T>) => Promise.race([work, broken])
    return { page, sound, open: () => sound(showPage(page, html(given, code))) }
  }

  test('open the editor, and mention somebody in it', async ({ client, assert, cleanup }) => {
    const family = freshName('family')
    const ann = await makeOperator({ nickname: `Ann ${family}` })
    const { notices, deaf } = hearNotices()
    const { page, sound, open } = await opened(client)
    cleanup(async () => {
      deaf()
      await page.context().close()
    })
    await open()
    const frame = page.frameLocator('iframe[name=frameEditor]')
    await sound(frame.locator('#state:has-text("Ready")').waitFor())

    const answered = (path: string) =>
      sound(page.waitForResponse((response) => response.url().includes(path)))
    const asked = { c: 'mention', search: family, from: 0, count: 100 }
    await emit(page, 'onRequestUsers', asked)
    await sound(frame.locator(`#state:has-text("To mention: Ann ${family}")`).waitFor())
    const all = answered('/mentionable')
    await emit(page, 'onRequestUsers', { ...asked, search: '' })
    assert.equal((await all).status(), 200)

    const told = answered('/mentions')
    const emails = [`${ann.username}@users.invalid`]
    await emit(page, 'onRequestSendNotify', { emails, message: 'See here', actionLink: null })
    assert.equal((await told).status(), 200)
    assert.lengthOf(notices.toldTo(ann.id), 1)
  })

  test('convert a document, and download what comes of it', async ({ client, assert, cleanup }) => {
    const { page, sound, open } = await opened(client, 'documentsConversionsStore, {')
    cleanup(() => page.context().close())
    const download = page.waitForEvent('download')
    await open()
    assert.equal((await sound(download)).suggestedFilename(), 'Minutes.pdf')
  })
})

/** A page that runs them one after the other, with what is given. */
function html(given: object, code: readonly string[]): string {
  const names = Object.entries(given).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  return `<div id="placeholder"></div>
    <script type="module">const ${names.join(', ')}\n${code.join('\n')}</script>`
}

/** As the editor tells the page something. */
async function emit(page: Page, event: string, detail: object): Promise<void> {
  const frame = page.frame('frameEditor')!
  await frame.evaluate(
    `parent.postMessage(${JSON.stringify(JSON.stringify({ event, detail }))}, '*')`
  )
}
