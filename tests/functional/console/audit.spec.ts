import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { chromiumPath, openBrowser } from '../../helpers/browser.js'
import { administrator } from '../access/support/caller.js'
import { holder, makeRole } from '../access/support/organisation.js'
import { logInAs, open, openPage, picture, violationsOf } from './console_page.js'

test.group('Console | the audit trail', (group) => {
  let browser: Browser
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (chromiumPath) browser = await openBrowser()
  })
  group.teardown(() => browser?.close())

  test('shows who changed what, and what it was before', async ({ assert, client, cleanup }) => {
    const admin = await administrator(client)
    const role = await makeRole()
    await admin.must(admin.put(`roles/${role.id}`, { name: 'Renamed', dataScope: 'self' }))
    const { user } = await holder(client, ['system:audit:list', 'system:audit:show'])
    const { page, complaints, elsewhere } = await openPage(browser)
    cleanup(() => page.context().close())
    await logInAs(page, user.username)
    await open(page, `/system/audit?type=role&subjectId=${role.id}`)
    const row = page.locator('.el-table__row', { hasText: 'system:role:update' }).first()
    await row.waitFor()
    assert.deepEqual(await violationsOf(page), [])

    await row.getByRole('button', { name: 'View' }).click()
    await page.getByText('"name": "Renamed"').waitFor()
    await page.getByText(`"name": "${role.name}"`).waitFor()
    assert.deepEqual(await violationsOf(page), [])
    await picture(page, 'console-audit-entry')
    assert.deepEqual([...complaints, ...elsewhere], [])
  })
})
