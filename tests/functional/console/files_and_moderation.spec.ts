import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { Browser, Page } from 'playwright-core'
import { freshName } from '#tests/helpers/accounts'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { text } from '#tests/helpers/messaging/people'
import { makeRole, makeUser } from '../access/support/organisation.js'
import { ALL, stage } from '../moderation/support/stage.js'
import { logInAs, open, openPage, violationsOf } from './console_page.js'

const FILES = ['list', 'show', 'upload', 'delete'].map((verb) => `file:file:${verb}`)

/** What the browser has for files that are dragged. */
interface Dragging {
  DataTransfer: new () => { items: { add(file: File): void } }
}

/** Drops a file on the page, as from a folder of the desktop. */
async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  const given = { name, base64: content.toString('base64') }
  const dataTransfer = await page.evaluateHandle((file) => {
    const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))
    const { DataTransfer: Transfer } = globalThis as never as Dragging
    const transfer = new Transfer()
    transfer.items.add(new File([bytes], file.name))
    return transfer
  }, given)
  await page.dispatchEvent('.upload-area', 'drop', { dataTransfer })
}

test.group('Console | files and moderation', (group) => {
  let browser: Browser
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (chromiumPath) browser = await openBrowser()
  })
  group.teardown(() => browser?.close())

  test('upload a file by drop, find it, look at it, download and delete it', async ({
    assert,
    cleanup,
  }) => {
    const user = await makeUser([await makeRole({ permissions: FILES, dataScope: 'self' })])
    const { page, complaints, elsewhere } = await openPage(browser)
    cleanup(() => page.context().close())
    await logInAs(page, user.username)
    await page.getByRole('link', { name: 'Files' }).first().click()
    await page.getByText('Nothing here yet').waitFor()
    const image = await readFile(app.makePath('docs/images/console-users.png'))
    await drop(page, 'not-an-image.png', Buffer.from('a text'))
    await drop(page, 'users.png', image)
    await drop(page, 'notes.txt', Buffer.from('a text'))
    const uploads = page.getByRole('region', { name: 'Uploads' })
    await uploads.getByRole('alert').getByText('named .png but its content is txt').waitFor()
    await page.getByText('2 in all').waitFor()
    assert.deepEqual(await violationsOf(page), [])

    await page.getByRole('textbox', { name: 'Search' }).fill('users')
    await page.getByText('1 in all').waitFor()
    await page.getByRole('button', { name: 'View users.png' }).click()
    const drawer = page.getByRole('dialog', { name: 'users.png' })
    const preview = drawer.getByRole('img', { name: 'users.png' })
    await preview.waitFor()
    assert.isAbove(await preview.evaluate((img) => Number(Reflect.get(img, 'naturalWidth'))), 0)
    await drawer.getByText(user.nickname).waitFor()
    assert.deepEqual(await violationsOf(page), [])
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('button', { name: 'Download' }).click(),
    ])
    assert.equal(saved.suggestedFilename(), 'users.png')
    assert.deepEqual(await buffer(await saved.createReadStream()), image)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'More users.png' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('0 in all').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('cell', { name: 'notes.txt', exact: true }).waitFor()
    assert.deepEqual([...complaints, ...elsewhere], [])
  })

  test('decide on a report of a message, close its group and open it again', async ({
    assert,
    client,
    cleanup,
  }) => {
    const { ann, bob, id, name } = await stage(client, cleanup)
    const { seq } = await ann.peer.ask(text('a rude word', { conversationId: id }))
    const reason = freshName('rude')
    const report = client.post(`/app/im/conversations/${id}/messages/${seq}/reports`)
    ;(await report.bearerToken(bob.token).json({ reason })).assertStatus(200)
    const moderator = await makeUser([
      await makeRole({ permissions: [...ALL, 'system:audit:list'] }),
    ])
    const { page, complaints, elsewhere } = await openPage(browser)
    cleanup(() => page.context().close())
    await logInAs(page, moderator.username)
    await open(page, '/moderation/reports?sort=-createdAt')
    await page.getByRole('cell', { name: reason, exact: true }).waitFor()
    assert.deepEqual(await violationsOf(page), [])

    const row = page.locator('.el-table__row', { hasText: reason })
    await row.getByRole('button', { name: 'View' }).click()
    const drawer = page.getByRole('dialog', { name: `Message of ${ann.user.nickname}` })
    await drawer.getByText('a rude word').waitFor()
    await drawer.getByRole('heading', { name }).waitFor()
    assert.deepEqual(await violationsOf(page), [])
    const confirm = (command: string) =>
      page.locator('.el-message-box').getByRole('button', { name: command }).click()
    await drawer.getByRole('button', { name: 'Remove the message' }).click()
    await confirm('Remove the message')
    await page.getByText('The message is removed').waitFor()
    await drawer.getByRole('textbox', { name: 'Note' }).fill('Talked to')
    await drawer.getByRole('button', { name: 'Uphold the report' }).click()
    await page.getByText('The report is closed').waitFor()
    await page.getByRole('cell', { name: reason, exact: true }).waitFor({ state: 'detached' })
    await page.locator('.scopes').getByText('Closed').click()
    await row.getByText('Upheld').waitFor()

    await open(page, `/moderation/conversations?keyword=${name}`)
    const run = async (command: string) => {
      await page.getByRole('button', { name: `More ${name}` }).click()
      await page.getByRole('menuitem', { name: command }).click()
    }
    await page.getByRole('cell', { name }).first().waitFor()
    assert.deepEqual(await violationsOf(page), [])
    const answered = () => page.waitForResponse(/\/closed$/)
    await run('Close the group')
    await Promise.all([answered(), confirm('Close the group')])
    const refused = await ann.peer.ask(text('one more', { conversationId: id }))
    assert.equal(refused.reason, 'E_CONVERSATION_CLOSED')
    await Promise.all([answered(), run('Open the group again')])
    const written = text('and again', { conversationId: id })
    assert.equal((await ann.peer.ask(written)).type, 'ack')

    await open(page, `/system/audit?type=conversation&subjectId=${id}`)
    for (const act of ['message_removed', 'report_closed', 'closed', 'opened'])
      await page.getByRole('cell', { name: act, exact: true }).waitFor()
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual([...complaints, ...elsewhere], [])
  })
})
