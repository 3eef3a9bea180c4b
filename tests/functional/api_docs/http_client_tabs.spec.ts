import { test } from '@japa/runner'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { clock } from '#kernel/state/main'
import { makeOperator, PASSWORD } from '#tests/helpers/accounts'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { baseUrl } from '#tests/helpers/download'
import { servePage } from '#tests/helpers/served_page'
import { until } from '#tests/helpers/until'

const ROUNDS = 3
const AN_ACCESS_TOKEN_S_LIFE = 31 * 60_000

async function serveClient(context: BrowserContext): Promise<void> {
  await servePage(
    context,
    'tab.html',
    `<script type="module">
      import { Chancery, identityCurrentUserShow, filesFileContentShow } from '@chancery/http-client'
      globalThis.ends = 0
      const onSessionEnd = () => (globalThis.ends += 1)
      const chancery = new Chancery({ baseUrl: location.origin, onSessionEnd })
      Object.assign(globalThis, { chancery, identityCurrentUserShow, filesFileContentShow })
    </script>`
  )
}

async function tab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${baseUrl()}/tab.html`)
  await page.waitForFunction('globalThis.chancery !== undefined')
  return page
}

const ask = (page: Page) =>
  page.evaluate<string>(
    'chancery.call(identityCurrentUserShow).then(({ user }) => user.username, String)'
  )

const logIn = (page: Page, username: string) =>
  page.evaluate(`chancery.logIn(${JSON.stringify(username)}, ${JSON.stringify(PASSWORD)})`)

test.group('HTTP client | in tabs of a browser', (group) => {
  let browser: Browser
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (chromiumPath) browser = await openBrowser()
    return () => browser?.close()
  })
  group.each.teardown(() => clock.restore())

  /** Ends with the test. */
  async function context(cleanup: (end: () => Promise<void>) => void) {
    const made = await browser.newContext()
    cleanup(() => made.close())
    await serveClient(made)
    return made
  }

  test('refresh once over all tabs, however often the token expires', async ({
    assert,
    cleanup,
  }) => {
    const { username } = await makeOperator()
    const its = await context(cleanup)
    const tabs = [await tab(its), await tab(its), await tab(its)]
    await logIn(tabs[0]!, username)
    const asked: string[] = []
    its.on('request', (request) => asked.push(new URL(request.url()).pathname))

    for (let round = 1; round <= ROUNDS; round++) {
      clock.travel(AN_ACCESS_TOKEN_S_LIFE)
      const names = await Promise.all(tabs.map(ask))
      assert.deepEqual(names, [username, username, username])
    }
    assert.lengthOf(
      asked.filter((path) => path === '/app/auth/refresh'),
      ROUNDS
    )
  })

  test('end the session of a tab when another logs in as somebody else', async ({
    assert,
    cleanup,
  }) => {
    const [first, second] = [await makeOperator(), await makeOperator()]
    const its = await context(cleanup)
    const [one, other] = [await tab(its), await tab(its)]
    await logIn(one, first.username)
    await until(async () => (await ask(other)) === first.username)

    await logIn(other, second.username)
    await one.waitForFunction('globalThis.ends === 1')
    assert.notInclude([first.username, second.username], await ask(one))
    assert.equal(await ask(other), second.username)
    await one.reload()
    await one.waitForFunction('globalThis.chancery !== undefined')
    assert.equal(await ask(one), second.username)
  })

  test('upload with progress, and show and download a file as it is', async ({
    assert,
    cleanup,
  }) => {
    const its = await context(cleanup)
    const page = await tab(its)
    await page.evaluate(`chancery.logIn('admin', ${JSON.stringify(process.env.ADMIN_PASSWORD)})`)

    const text = '{"large":12345678901234567890,"text":"as it is"}'
    const seen = await page.evaluate<{
      progress: number
      text: string
      shown: string
    }>(`(async () => {
      const form = new FormData()
      form.append('file', new File([${JSON.stringify(text)}], 'numbers.json', { type: 'application/json' }))
      let progress = 0
      const { id } = await chancery.upload('/app/files', form, { onProgress: ({ sent }) => (progress = sent) })
      const file = await chancery.call(filesFileContentShow, { path: { id } })
      const { url, revoke } = await chancery.fileUrl('/app/files/' + id + '/content')
      const shown = await (await fetch(url)).text()
      revoke()
      return { progress, text: await file.text(), shown }
    })()`)
    assert.isAbove(seen.progress, text.length)
    assert.equal(seen.text, text)
    assert.equal(seen.shown, text)
  })
})
