import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { besideDocumentServer, configOf } from '#tests/helpers/editor_stage'
import { withSaves } from '#tests/helpers/told_saves'
import { open, picture, violationsOf, type Watched } from './console_page.js'
import {
  choosePerson,
  createDocument,
  editorOf,
  editorSays,
  makeOffice,
  panel,
  visit,
  write,
} from './office.js'

test.group('Console | documents', (group) => {
  let browser: Browser
  let stage: Awaited<ReturnType<typeof besideDocumentServer>>
  let people: Awaited<ReturnType<typeof makeOffice>>
  let [mara, ben, ann]: Watched[] = []

  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (!chromiumPath) return
    stage = await besideDocumentServer()
    browser = await openBrowser()
    people = await makeOffice()
    mara = await visit(browser, people.author)
    ben = await visit(browser, people.reviewer)
    ann = await visit(browser, people.reader)
  })
  group.teardown(async () => {
    await browser?.close()
    await stage?.close()
  })
  group.each.teardown(() => stage?.configure())

  test('let two see one document, one of them without the right to write', async ({ assert }) => {
    const [author, reader] = [mara!.page, ann!.page]
    const id = await createDocument(author, 'Minutes of Monday')
    await panel(author, 'Sharing')
    await choosePerson(author, 'People', people.reader)
    await author.getByRole('button', { name: 'Share', exact: true }).click()
    await author.locator('.shares').getByText('Ann Lee').waitFor()
    await write(author, 'We agreed on the new shelves.')
    await author.getByRole('button', { name: 'Save now' }).click()
    await author.getByText('Saved as version 2').waitFor()

    await reader.keyboard.press('Control+k')
    await reader.getByRole('combobox', { name: /^Search/ }).fill('minutes of')
    await reader.getByRole('option', { name: 'Minutes of Monday.docx' }).waitFor()
    await reader.keyboard.press('Escape')
    await open(reader, '/documents/documents')
    await reader.getByText('Shared with me').click()
    await reader.getByRole('link', { name: 'Minutes of Monday' }).click()
    await editorSays(reader, 'Read only')
    await editorOf(reader).getByText('We agreed on the new shelves.').waitFor()
    await reader.getByRole('status').getByText('Mara Voss').waitFor()
    for (const name of ['Save now', /^More/, /^Restore/])
      assert.equal(await reader.getByRole('button', { name }).count(), 0)
    await panel(author, 'Versions')
    await author.locator('.versions').getByText('Saved while editing').waitFor()
    assert.deepEqual(await violationsOf(author), [])

    await author.getByRole('button', { name: 'Compare 1' }).click()
    await editorSays(author, 'Version 1')
    await panel(author, 'Sharing')
    await author.getByRole('button', { name: 'End the share with Ann Lee' }).click()
    await reader.getByText('it is not shared with you').waitFor()
    assert.equal(await reader.locator('iframe').count(), 0)
    assert.include(author.url(), String(id))
    for (const { page, complaints, elsewhere } of [mara!, ann!]) {
      assert.equal(await page.locator('.el-message--error').count(), 0)
      assert.deepEqual(complaints, [])
      assert.deepEqual(elsewhere, [])
    }
  })

  test('submit what is being edited, return it, and approve it', async ({ assert }) => {
    const [author, reviewer] = [mara!.page, ben!.page]
    const id = await createDocument(author, 'Price list')
    await write(author, 'Shelves: 40')
    const submit = async () => {
      await panel(author, 'Review')
      await choosePerson(author, 'Reviewers', people.reviewer)
      await author.getByRole('button', { name: 'Submit for review' }).click()
      await author.locator('.bar').getByText('In review').waitFor()
    }
    await submit()
    await editorSays(author, 'Read only')
    await open(reviewer, '/documents/documents')
    await reviewer.getByText('For my review').click()
    await reviewer.getByRole('link', { name: 'Price list' }).click()
    await editorOf(reviewer).getByText('Shelves: 40').waitFor()
    await panel(reviewer, 'Review')
    await reviewer.getByRole('textbox', { name: /^Comment/ }).fill('The year is missing.')
    await picture(reviewer, 'console-review')
    assert.deepEqual(await violationsOf(reviewer), [])
    await reviewer.getByRole('button', { name: 'Return' }).click()

    await author.locator('.reviews').getByText('“The year is missing.”').waitFor()
    await editorSays(author, 'Ready')
    await write(author, 'Of 2026')
    await panel(author, 'Review')
    await author.getByRole('button', { name: 'Submit for review' }).click()
    await author.locator('.bar').getByText('In review').waitFor()
    await open(reviewer, '/')
    await reviewer.getByRole('link', { name: 'wait for your review: 1' }).click()
    await reviewer.getByRole('link', { name: 'Price list' }).click()
    await editorOf(reviewer).getByText('Of 2026').waitFor()
    await panel(reviewer, 'Review')
    await reviewer.getByRole('button', { name: 'Approve' }).click()
    await author.locator('.bar').getByText('Approved').waitFor()
    await panel(author, 'Versions')
    assert.equal(await author.getByRole('button', { name: /^Restore/ }).count(), 0)
    assert.equal(id, Number(/\d+$/.exec(author.url())![0]))
  })

  test('restore a save that arrived when its session had ended', async ({ assert, client }) => {
    const { page } = mara!
    const id = await createDocument(page, 'Opening hours')
    await write(page, 'From nine to five.')
    await page.getByRole('button', { name: 'Save now' }).click()
    await page.getByText('Saved as version 2').waitFor()
    const config = await configOf(client, id, people.author)
    const restore = async (no: number) => {
      await page.getByRole('button', { name: `Restore ${no}` }).click()
      const question = page.locator('.el-message-box')
      await question.getByRole('button', { name: 'Restore' }).click()
      await question.waitFor({ state: 'hidden' })
    }
    await restore(1)
    await page.getByText('repeats version 1').waitFor()
    await editorSays(page, 'Ready')

    const { save } = withSaves(stage, { id, owner: people.author, config })
    await save({ text: '<w:t>From nine to six.</w:t>', by: [people.author.id] }).send()
    await page.locator('.versions .beside').getByText('It arrived after').waitFor()
    await picture(page, 'console-document')
    await restore(4)
    await page.getByText('repeats version 4').waitFor()
    await editorOf(page).getByText('From nine to six.').waitFor()
    assert.deepEqual(await violationsOf(page), [])
  })
})
