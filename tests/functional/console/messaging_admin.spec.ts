import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { limits } from '#tests/helpers/messaging/limits'
import { online } from '#tests/helpers/messaging/people'
import { callerOf } from '../access/support/caller.js'
import { makeRole, makeUser } from '../access/support/organisation.js'
import { logInAs, makeAdministrator, open, openPage, violationsOf } from './console_page.js'

test.group('Console | administration of messaging', (group) => {
  let browser: Browser
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (chromiumPath) browser = await openBrowser()
  })
  group.teardown(() => browser?.close())

  test('send a notice to a role, and keep what was typed when it is refused', async ({
    assert,
    client,
    cleanup,
  }) => {
    const role = await makeRole()
    const receiver = await makeUser([role])
    const { page, complaints, elsewhere } = await openPage(browser)
    cleanup(() => page.context().close())
    await logInAs(page, (await makeAdministrator()).username)
    await open(page, '/messaging/notices')
    await page.getByLabel('Title').fill('Stocktaking')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Choose who receives it').waitFor()
    await page.getByText('Text is required').waitFor()
    assert.deepEqual(await violationsOf(page), [])

    await page.getByRole('combobox', { name: 'role' }).click()
    await page.keyboard.type(role.name)
    await page.getByRole('option', { name: role.name }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Text' }).fill('Tomorrow at eight')
    const restore = limits({ noticesPerHour: 0 })
    cleanup(restore)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'as many notices as one may' }).waitFor()
    restore()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Sent. Receivers: 1').waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), '')

    const caller = await callerOf(client, receiver.username)
    const [{ lastMessage }] = (await caller.get('/app/im/conversations')).body().data.items
    assert.deepEqual(lastMessage.content, { title: 'Stocktaking', body: 'Tomorrow at eight' })
    assert.deepEqual([...complaints, ...elsewhere], [])
  })

  test('see who is online, and end all their sessions', async ({ assert, cleanup }) => {
    const { user, peer } = await online()
    const { page, complaints, elsewhere } = await openPage(browser)
    cleanup(() => page.context().close())
    await logInAs(page, (await makeAdministrator()).username)
    await open(page, `/messaging/online?userId=${user.id}`)
    await page.getByRole('cell', { name: user.username, exact: true }).first().waitFor()
    assert.deepEqual(await violationsOf(page), [])

    await page.getByRole('button', { name: `More ${user.username}` }).click()
    await page.getByRole('menuitem', { name: 'End all their sessions' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
    await page.getByText('0 in all').waitFor()
    assert.equal((await peer.closed).code, 4401)
    assert.deepEqual([...complaints, ...elsewhere], [])
  })
})
