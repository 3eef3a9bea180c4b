import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import type { Browser } from 'playwright-core'
import { searchTextOf, toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { logInAs, makeAdministrator, open, openPage } from './console_page.js'

const COUNT = 100_000
const AT_ONCE = 400
const PREFIX = 'crowd-'

async function insertCrowd(): Promise<void> {
  const now = toStored(clock.now())
  const common = { nickname: 'One of many', password: '-', status: 'disabled' }
  await db.transaction(async (trx) => {
    for (let from = 0; from < COUNT; from += AT_ONCE) {
      const names = Array.from(
        { length: AT_ONCE },
        (_, index) => PREFIX + String(from + index).padStart(6, '0')
      )
      const rows = names.map((username) => ({
        ...common,
        username,
        search_text: searchTextOf([username, common.nickname]),
        created_at: now,
        updated_at: now,
      }))
      await trx.table('users').multiInsert(rows)
    }
  })
}

test.group('Console | many rows', (group) => {
  let browser: Browser
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (!chromiumPath) return
    browser = await openBrowser()
    await insertCrowd()
  })
  group.teardown(async () => {
    await db.from('users').where('username', 'like', `${PREFIX}%`).delete()
    await browser?.close()
  })

  test('list 100,000 users: by name, the last page, and one of them', async ({
    assert,
    cleanup,
  }) => {
    const { page, complaints } = await openPage(browser)
    cleanup(() => page.context().close())
    await logInAs(page, (await makeAdministrator()).username)
    await open(page, `/system/users?keyword=${PREFIX}&sort=username&pageSize=200`)
    await page.locator('.el-table__row', { hasText: 'crowd-000000' }).waitFor()
    await page.locator('.el-pager .number').last().click()
    await page.locator('.el-table__row', { hasText: 'crowd-099999' }).waitFor()
    await page.getByRole('textbox', { name: 'Search' }).fill('crowd-099999')
    await page.keyboard.press('Enter')
    await page.getByText(/^1 in all$/).waitFor()
    await page.locator('.el-table__row', { hasText: 'crowd-099999' }).waitFor()
    assert.deepEqual(complaints, [])
  })
})
