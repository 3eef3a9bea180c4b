import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { Browser } from 'playwright-core'
import { Versions } from '#kernel/state/main'
import { SETTINGS_KEY } from '#plugins/settings/main'
import { freshName } from '#tests/helpers/accounts'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { administrator } from '../access/support/caller.js'
import { logInAs, makeAdministrator, open, openPage, violationsOf } from './console_page.js'

test.group('Console | settings and dictionaries', (group) => {
  let browser: Browser
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (chromiumPath) browser = await openBrowser()
  })
  group.teardown(() => browser?.close())
  group.each.teardown(async () => {
    await db.from('settings').delete()
    await (await app.container.make(Versions)).bump(SETTINGS_KEY)
  })

  test('change a setting, refuse what does not fit, show who changed it, and set it back', async ({
    assert,
    cleanup,
  }) => {
    const user = await makeAdministrator()
    const { page, complaints, elsewhere } = await openPage(browser)
    cleanup(() => page.context().close())
    await logInAs(page, user.username)
    await open(page, '/system/settings')
    await page.getByRole('heading', { name: 'Application' }).waitFor()
    assert.deepEqual(await violationsOf(page), [])
    await page.getByRole('button', { name: 'Open Open sessions of one user' }).click()
    const drawer = page.getByRole('dialog', { name: 'Open sessions of one user' })
    await drawer.getByText('Nobody has changed this setting yet').waitFor()
    await drawer.getByLabel('Value').fill('0')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('must be a whole number from 1 to 1000').waitFor()
    await drawer.getByLabel('Value').fill('3')
    await drawer.getByRole('button', { name: 'Save' }).click()
    const line = drawer.getByRole('row', { name: new RegExp(`\\(Default\\) 3 ${user.nickname}`) })
    await line.waitFor()
    assert.deepEqual(await violationsOf(page), [])
    await drawer.getByRole('button', { name: 'Back to the default' }).click()
    await drawer.getByRole('row', { name: /^3 \(Default\)/ }).waitFor()
    assert.lengthOf(await db.from('settings'), 0)
    assert.deepEqual([complaints, elsewhere], [[], []])
  })

  test('show the name and the announcement before and after the login', async ({
    client,
    cleanup,
  }) => {
    const admin = await administrator(client)
    const announcement = 'The office is closed on Friday'
    await admin.must(admin.put('settings/application.name', { value: 'Archive of Ada' }))
    await admin.must(admin.put('settings/application.announcement', { value: announcement }))
    const user = await makeAdministrator()
    const { page } = await openPage(browser)
    cleanup(() => page.context().close())
    await open(page, '/login')
    await page.getByRole('heading', { name: 'Archive of Ada' }).waitFor()
    await page.getByText(announcement).waitFor()
    await logInAs(page, user.username)
    await page.getByText(announcement).waitFor()
    await page.getByRole('link', { name: 'Archive of Ada' }).waitFor()
  })

  test('make a dictionary with labels in two languages', async ({ assert, cleanup }) => {
    const user = await makeAdministrator()
    const { page, complaints, elsewhere } = await openPage(browser)
    cleanup(() => page.context().close())
    await logInAs(page, user.username)
    await open(page, '/system/dictionaries')
    await page.getByRole('button', { name: 'New' }).click()
    const drawer = page.getByRole('dialog', { name: /Dictionaries/ })
    const code = freshName('letters').replaceAll(/[^a-z0-9]/g, '_')
    await drawer.getByLabel('Name').fill('Letters')
    await drawer.getByLabel('Code').fill(code)
    await drawer.getByRole('combobox', { name: 'Languages' }).fill('zh')
    await page.keyboard.press('Enter')
    await drawer.getByLabel('Name').click()
    for (const value of ['a', 'b']) {
      await drawer.getByRole('button', { name: 'Add an item' }).click()
      const item = drawer.getByRole('group', { name: /^Item/ }).last()
      await item.getByLabel('Value').fill(value)
      await item.getByLabel('Label (en)').fill(value.toUpperCase())
      await item.getByLabel('Label (zh)').fill(`${value}字`)
      await item.getByLabel('Colour').fill('mauve')
    }
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer
      .getByText(/colour/)
      .first()
      .waitFor()
    for (const at of [0, 1])
      await drawer
        .getByRole('group', { name: `Item ${at + 1}` })
        .getByLabel('Colour')
        .fill('info')
    await drawer.getByRole('button', { name: 'Move item 2 up' }).click()
    assert.deepEqual(await violationsOf(page), [])
    await drawer.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: new RegExp(code) }).waitFor()
    assert.deepEqual(await violationsOf(page), [])
    const { items } = await db.from('dictionaries').where({ code }).firstOrFail()
    assert.containSubset(JSON.parse(items), [
      { value: 'b', labels: { en: 'B', zh: 'b字' }, colour: 'info', sort: 1 },
      { value: 'a', sort: 2 },
    ])
    assert.deepEqual([complaints, elsewhere], [[], []])
  })
})
