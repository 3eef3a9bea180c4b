import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { actAsSystem } from '#kernel/acting/main'
import { Department } from '#plugins/identity/main'
import { freshName, PASSWORD } from '#tests/helpers/accounts'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { prefixProxy } from '#tests/helpers/prefix_proxy'
import { makeDepartment, makeRole, makeUser } from '../access/support/organisation.js'
import {
  logInAs,
  makeAdministrator,
  open,
  openPage,
  serviceUrl,
  violationsOf,
} from './console_page.js'

const LIST = 'system:user:list'
const USERS_MENU = /^Users\s*system:user:list$/

test.group('Console', (group) => {
  let browser: Browser
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (!chromiumPath) return
    browser = await openBrowser()
    await makeDepartment()
  })
  group.teardown(() => browser?.close())

  test('make a user limited to their own rows, who then sees one row', async ({
    assert,
    cleanup,
  }) => {
    const { username } = await makeAdministrator()
    const first = await openPage(browser)
    cleanup(() => first.page.context().close())
    const { page } = first
    await logInAs(page, username)

    const role = freshName('clerks')
    await open(page, '/system/roles')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill(role)
    await form.getByLabel('Code').fill(role)
    await form.locator('.el-tree-node__content', { hasText: USERS_MENU }).locator('label').click()
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await open(page, `/system/roles?keyword=${role}`)
    await page.getByRole('cell', { name: role }).first().waitFor()

    const clerk = freshName('clerk')
    await open(page, '/system/users')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await form.getByLabel('Username').fill(clerk)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Password is required').waitFor()
    await form.locator('input[type=password]').fill(PASSWORD)
    await form.getByRole('combobox', { name: 'Roles' }).click()
    await page.keyboard.type(role)
    await page.getByRole('option', { name: role }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: clerk }).first().waitFor()

    const second = await openPage(browser)
    cleanup(() => second.page.context().close())
    await logInAs(second.page, clerk)
    await open(second.page, '/system/users')
    await second.page.getByText('1 in all').waitFor()
    assert.equal(await second.page.locator('.el-table__row').count(), 1)
    assert.equal(await second.page.getByRole('button', { name: 'New', exact: true }).count(), 0)
    const menu = second.page.getByRole('navigation', { name: 'Menu' })
    assert.equal(await menu.getByRole('menuitem', { name: 'Roles' }).count(), 0)
    for (const { complaints, elsewhere } of [first, second])
      assert.deepEqual([...complaints, ...elsewhere], [])
  })

  test('break no rule of WCAG 2.2 AA, light and dark, wide and on a phone', async ({
    assert,
    cleanup,
  }) => {
    const { username } = await makeAdministrator()
    const id = await makeDepartment()
    const department = await actAsSystem('read a name', () => Department.findOrFail(id))
    const few = {
      ...{ users: username, roles: 'admin', departments: department.name, sessions: username },
      ...{ menus: 'session', permissions: 'session' },
    }
    const found: string[] = []
    for (const [colorScheme, width, paths] of [
      ['light', 1280, ['users', 'roles', 'departments', 'menus', 'permissions']],
      ['dark', 390, ['users', 'sessions']],
    ] as const) {
      const { page } = await openPage(browser, { colorScheme, viewport: { width, height: 844 } })
      cleanup(() => page.context().close())
      await page.goto(`${serviceUrl()}/console/`)
      await page.getByLabel('Username').waitFor()
      const note = async (where: string) => {
        const violations = await violationsOf(page)
        found.push(...violations.map((one) => `${where}, ${colorScheme}: ${one}`))
      }
      await note('login')
      await logInAs(page, username)
      await note('home')
      for (const path of paths) {
        await open(page, `/system/${path}?keyword=${few[path]}`)
        await page.locator('.el-table__row, .el-tree-node').first().waitFor()
        await page.locator('.el-loading-mask').waitFor({ state: 'hidden' })
        await note(path)
      }
      await open(page, '/account')
      await page.getByText('This one').waitFor()
      await note('account')
    }
    assert.deepEqual(found, [])
  })

  test('be operated by keys alone, behind a prefix, in Chinese', async ({ assert, cleanup }) => {
    const { username } = await makeAdministrator()
    const proxy = await prefixProxy(new URL(serviceUrl()), '/office/api')
    cleanup(() => void proxy.server.close().closeAllConnections())
    const { page, complaints, elsewhere } = await openPage(browser, { locale: 'zh-CN' })
    cleanup(() => page.context().close())

    await page.goto(`${proxy.url}/console`)
    await page.getByLabel('用户名').waitFor()
    await page.keyboard.type(username)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^欢迎/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.locator('#palette').waitFor()
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('users')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '用户' }).waitFor()
    assert.match(page.url(), /\/office\/api\/console\/#\/system\/users/)
    assert.deepEqual([...complaints, ...elsewhere], [])
  })

  test('follow a session that is ended from elsewhere to the login, and back', async ({
    cleanup,
  }) => {
    const role = await makeRole({ permissions: [LIST] })
    const user = await makeUser([role])
    const { page } = await openPage(browser)
    cleanup(() => page.context().close())
    await logInAs(page, user.username)
    await open(page, '/system/users')
    await page.getByRole('heading', { name: 'Users' }).waitFor()

    const administrator = await openPage(browser)
    cleanup(() => administrator.page.context().close())
    await logInAs(administrator.page, (await makeAdministrator()).username)
    await open(administrator.page, `/system/sessions?keyword=${user.username}`)
    await administrator.page.getByRole('button', { name: 'End', exact: true }).click()
    await administrator.page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
    await administrator.page.getByText('Saved', { exact: true }).waitFor()

    await page.getByText('Your session has ended. Log in again.').waitFor()
    await page.getByLabel('Username').fill(user.username)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Users' }).waitFor()
  })
})
