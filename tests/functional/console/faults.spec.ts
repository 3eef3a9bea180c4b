import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { freshName, PASSWORD } from '#tests/helpers/accounts'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { administrator } from '../access/support/caller.js'
import { makeMenu, makeUser } from '../access/support/organisation.js'
import { logInAs, makeAdministrator, open, openPage } from './console_page.js'

const refusal = (status: number, reason: string, message: string, headers = {}) => ({
  status,
  headers,
  json: { code: status, message, data: { reason } },
})

test.group('Console | refusals and faults', (group) => {
  let browser: Browser
  let page: Page
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (!chromiumPath) return
    browser = await openBrowser()
    page = (await openPage(browser)).page
    await logInAs(page, (await makeAdministrator()).username)
  })
  group.teardown(() => browser?.close())

  /** What the service answers first, instead of what it would. */
  const once = (path: string, answer: Parameters<import('playwright-core').Route['fulfill']>[0]) =>
    page.route(path, (route) => route.fulfill(answer), { times: 1 })

  test('count down what is refused for now, and then show what was asked for', async () => {
    const busy = { 'Retry-After': '2' }
    await once('**/app/system/roles?*', refusal(429, 'E_TOO_MANY_REQUESTS', 'Too many', busy))
    await open(page, '/system/roles')
    await page.getByText('Try again in 2 s.').waitFor()
    await page.locator('.el-table__row').first().waitFor()

    await once('**/app/system/menus?*', refusal(503, 'E_UNAVAILABLE', 'System busy'))
    await open(page, '/system/menus')
    await page.getByRole('alert').filter({ hasText: 'System busy' }).waitFor()
    await page.locator('.el-table__row').first().waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

  test('show a refusal of the server at its field, and merge what two people changed', async ({
    assert,
    client,
  }) => {
    const user = await makeUser()
    await open(page, `/system/users?keyword=${user.username}`)
    await page.getByRole('button', { name: `Edit ${user.username}` }).click()
    const form = page.getByRole('dialog')
    const email = form.getByLabel('Email')
    await email.fill('no address')
    await form.getByRole('button', { name: 'Save' }).click()
    await form
      .locator('.el-form-item', { has: page.getByLabel('Email') })
      .locator('.el-form-item__error')
      .waitFor()

    const admin = await administrator(client)
    const { updatedAt } = await admin.must(admin.get(`users/${user.id}`))
    const nickname = 'Changed meanwhile'
    await admin.must(admin.put(`users/${user.id}`, { nickname, updatedAt }))
    await email.fill(`${user.username}@example.com`)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('button', { name: 'Reload and keep my changes' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
    const merged = await admin.must(admin.get(`users/${user.id}`))
    assert.containsSubset(merged, { nickname, email: `${user.username}@example.com` })
  })

  test('write nothing later that could not be written at once', async ({ assert, client }) => {
    const user = await makeUser()
    await open(page, `/system/users?keyword=${user.username}`)
    await page.getByRole('button', { name: `Edit ${user.username}` }).click()
    const form = page.getByRole('dialog', { name: /^Users/ })
    await form.getByLabel('Name', { exact: true }).fill('Never saved')
    await page.context().setOffline(true)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').getByText('cannot be reached').waitFor()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Close', exact: true })
      .last()
      .click()
    await form.waitFor({ state: 'hidden' })
    await page.context().setOffline(false)

    await page.getByText('No connection').waitFor({ state: 'hidden' })
    const admin = await administrator(client)
    const { nickname } = await admin.must(admin.get(`users/${user.id}`))
    assert.equal(nickname, user.nickname)
  })

  test('drop the answer about a row that was closed for another', async ({ assert }) => {
    const [late, other] = [await makeUser(), await makeUser()]
    const answer = Promise.withResolvers<void>()
    await page.route(`**/app/system/users/${late.id}`, async (route) => {
      await answer.promise
      await route.continue().catch(() => {})
    })
    await open(page, '/system/users')
    const form = page.getByRole('dialog', { name: /^Users/ })
    const username = form.getByLabel('Username')
    await page.getByRole('button', { name: `Edit ${late.username}` }).click()
    await username.waitFor()
    assert.isTrue(await username.isDisabled())
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: `Edit ${other.username}` }).click()
    await form.locator('input:enabled').first().waitFor()
    answer.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    assert.equal(await username.inputValue(), other.username)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'hidden' })
  })

  test('show markup and text of either direction as it was written', async ({ assert, client }) => {
    const admin = await administrator(client)
    const name = `<img src=x onerror="alert(1)"> שלום ${freshName()}`
    await admin.must(
      admin.post('users', { username: freshName(), password: PASSWORD, nickname: name })
    )
    await open(page, `/system/users?keyword=${encodeURIComponent(name.slice(-6))}`)
    const cell = page.locator('.el-table__row bdi', { hasText: name })
    await cell.waitFor()
    assert.equal(await page.locator('img[src=x]').count(), 0)
  })

  test('say that there is no page, of a menu and of an address', async () => {
    const { name } = await makeMenu()
    await open(page, '/')
    await page.reload()
    await page.getByRole('heading').first().waitFor()
    await open(page, `/${name}`)
    await page.getByText(`no page for “${name}”`).waitFor()
    await open(page, '/nowhere')
    await page.getByText('It is not there').waitFor()
  })

  test('say what does not fit in the description of a page', async () => {
    const { name } = await makeMenu()
    const field = { name: 'shade', label: 'Shade', type: 'colour' }
    const description = {
      name,
      title: 'Odd',
      resource: '/app/odd',
      permissions: {},
      fields: [field],
    }
    const json = { code: 200, message: 'ok', data: { pages: [description] } }
    await open(page, '/')
    await page.reload()
    await page.getByRole('heading').first().waitFor()
    await once('**/app/system/pages', { json })
    await open(page, `/${name}`)
    await page.getByText('does not fit: shade: type "colour"').waitFor()
  })

  test('load itself anew when a file of an earlier build is gone', async () => {
    await open(page, '/')
    await page.reload()
    await page.getByRole('heading').first().waitFor()
    await page.route('**/files/SessionsView-*', (route) => route.fulfill({ status: 404 }), {
      times: 1,
    })
    await open(page, '/system/sessions')
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
  })
})
