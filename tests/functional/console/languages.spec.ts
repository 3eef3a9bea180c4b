import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { PASSWORD } from '#tests/helpers/accounts'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { logInAs, makeAdministrator, open, openPage } from './console_page.js'

test.group('Console | languages', (group) => {
  let browser: Browser
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (chromiumPath) browser = await openBrowser()
  })
  group.teardown(() => browser?.close())

  test('show everything in the language that one chooses, and at the next login too', async ({
    assert,
    cleanup,
  }) => {
    const { username } = await makeAdministrator()
    const { page, complaints } = await openPage(browser)
    cleanup(() => page.context().close())
    await logInAs(page, username)
    await open(page, '/documents/documents')
    await page.getByRole('heading', { name: 'Documents' }).waitFor()
    await page.getByRole('button', { name: 'Language: English' }).click()
    await page.getByRole('menuitem', { name: '中文' }).click()
    await page.getByRole('heading', { name: '文档' }).waitFor()
    await page.getByRole('menuitem', { name: '模板' }).waitFor()

    await open(page, '/system/permissions')
    await page.getByText('查看用户列表').first().waitFor()
    await open(page, '/moderation/reports')
    await page.getByRole('heading', { name: '举报' }).waitFor()

    const later = await openPage(browser)
    cleanup(() => later.page.context().close())
    await later.page.goto(page.url().split('#')[0]!)
    await later.page.getByLabel('Username').fill(username)
    await later.page.getByLabel('Password').fill('wrong password')
    await later.page.keyboard.press('Enter')
    await later.page.getByText('The username or the password is wrong').waitFor()
    await later.page.getByLabel('Password').fill(PASSWORD)
    await later.page.keyboard.press('Enter')
    await later.page.getByRole('heading', { name: /^欢迎/ }).waitFor()
    assert.deepEqual([...complaints, ...later.complaints], [])
  })
})
