import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { Browser } from 'playwright-core'
import { freshName, PASSWORD } from '#tests/helpers/accounts'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { Notifier } from '#plugins/messaging/main'
import { administrator } from '../access/support/caller.js'
import { makeRole, makeUser, menusCarrying } from '../access/support/organisation.js'
import { logInAs, makeAdministrator, open, openPage, violationsOf } from './console_page.js'

const inMemory = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

const [USERS, ROLES] = ['system:user:list', 'system:role:list']

test.group('Console | while somebody looks', (group) => {
  let browser: Browser
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (chromiumPath) browser = await openBrowser()
  })
  group.teardown(() => browser?.close())

  test('follow a role that has changed', async ({ assert, client, cleanup }) => {
    const role = await makeRole({ permissions: [USERS, ROLES] })
    const { username } = await makeUser([role])
    const { page, complaints } = await openPage(browser)
    cleanup(() => page.context().close())
    await logInAs(page, username)
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const entry = (name: string) => menu.locator('.el-menu-item', { hasText: name })
    await entry('Roles').waitFor({ state: 'attached' })

    const admin = await administrator(client)
    const { updatedAt, ...sketch } = await admin.must(admin.get(`roles/${role.id}`))
    const menuIds = await menusCarrying([USERS])
    await admin.must(
      admin.put(`roles/${role.id}`, { ...named(sketch), menuIds, departmentIds: [], updatedAt })
    )

    await open(page, '/system/roles')
    await page.getByRole('alert').filter({ hasText: 'not allowed' }).waitFor()
    await entry('Roles').waitFor({ state: 'detached' })
    await entry('Users').waitFor({ state: 'attached' })
    assert.deepEqual(complaints, [])
  })

  test('change the own password', async ({ assert, cleanup, client }) => {
    const { username } = await makeUser()
    const { page } = await openPage(browser)
    cleanup(() => page.context().close())
    await logInAs(page, username)
    await open(page, '/account')
    const next = `${PASSWORD}-next`
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').fill(next)
    await page.getByRole('button', { name: 'Set a password' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const again = await client.post('/app/auth/login').json({ username, password: next })
    assert.equal(again.status(), 200)
  })

  test('choose a picture and hold a position, which others see', async ({ assert, cleanup }) => {
    const own = await makeAdministrator()
    const { page, complaints } = await openPage(browser)
    cleanup(() => page.context().close())
    await logInAs(page, own.username)
    await open(page, '/account')
    const picture = page.getByRole('region', { name: 'Picture' })
    const input = picture.locator('input')
    await input.setInputFiles(inMemory('notes.png', Buffer.from('a text')))
    await picture.getByRole('alert').waitFor()
    const image = await readFile(app.makePath('docs/images/console-users.png'))
    await input.setInputFiles(inMemory('me.png', image))
    assert.match((await picture.locator('img').getAttribute('src'))!, /^blob:/)
    await picture.getByRole('button', { name: 'Save' }).click()
    await picture.getByRole('button', { name: 'Remove the picture' }).waitFor()
    const shown = page.getByRole('banner').locator('.mark img')
    assert.match((await shown.getAttribute('src'))!, /\/app\/avatars\//)
    assert.deepEqual(await violationsOf(page), [])

    const [name, code] = [freshName('Treasurer'), freshName('treasurer')]
    await open(page, '/system/positions')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Code').fill(code)
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: code }).first().waitFor()

    await open(page, `/system/users?keyword=${own.username}`)
    await page.getByRole('button', { name: `Edit ${own.username}` }).click()
    await form.getByRole('combobox', { name: 'Position' }).click()
    await page.keyboard.type(name)
    await page.getByRole('option', { name }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    const row = page.locator('.el-table__row', { hasText: own.username })
    await row.getByText(name).waitFor()
    const loaded = await row
      .locator('.mark img')
      .evaluate((img) => Reflect.get(img, 'naturalWidth'))
    assert.equal(loaded, 512)
    assert.deepEqual(complaints, [])

    await open(page, '/account')
    await picture.getByRole('button', { name: 'Remove the picture' }).click()
    await shown.waitFor({ state: 'detached' })
  })

  test('announce a notice, count it, and show it until it is read', async ({ assert, cleanup }) => {
    const user = await makeUser([await makeRole({ permissions: [USERS] })])
    const { page, complaints } = await openPage(browser)
    cleanup(() => page.context().close())
    const connected = page
      .waitForEvent('websocket')
      .then((socket) => socket.waitForEvent('framereceived'))
    await logInAs(page, user.username)
    await connected

    const notifier = await app.container.make(Notifier)
    await notifier.send([user.id], { title: '<b>Stocktaking</b>', body: 'מחר בשמונה' })
    const toast = page.locator('.el-notification')
    await toast.getByText('<b>Stocktaking</b>').waitFor()
    await page.getByRole('button', { name: 'Notices: 1 unread' }).click()
    await page.locator('.notices').getByText('מחר בשמונה').waitFor()
    await page.getByRole('button', { name: 'Notices: 0 unread' }).waitFor()
    assert.deepEqual(complaints, [])
  })

  test('show nothing of messages where the service has none', async ({ assert, cleanup }) => {
    const user = await makeUser([await makeRole({ permissions: [USERS] })])
    const { page } = await openPage(browser)
    cleanup(() => page.context().close())
    const json = { code: 404, message: 'Not there', data: { reason: 'E_ROUTE_NOT_FOUND' } }
    await page.route('**/app/im/**', (route) => route.fulfill({ status: 404, json }))
    const answered = page.waitForResponse('**/app/im/conversations?*')
    await logInAs(page, user.username)
    await answered
    await page.getByRole('link', { name: /Users/ }).waitFor()
    assert.equal(await page.getByText(/^(Messages|Notices)/).count(), 0)
    await open(page, '/messages')
    await page.getByText('It is not there, or you may not see it').waitFor()
  })
})

const named = ({ name, code, dataScope }: Record<string, unknown>) => ({ name, code, dataScope })
