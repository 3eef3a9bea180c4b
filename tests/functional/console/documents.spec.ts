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

    await open(reader, '/documents/documents')
    await reader.getByText('Shared with me').click()
    await reader.getByRole('link', { name: 'Minutes of Monday' }).click()
    await editorSays(reader, 'Read only')
    await editorOf(reader).getByText('We agreed on the new shelves.').waitFor()
    await reader.getByRole('status').getByText('Mara Voss').waitFor()
    for (const name of ['Save now', 'Rename', 'Move to the trash'])
      assert.equal(await reader.getByRole('button', { name }).count(), 0)
    await panel(author, 'Versions')
    await author.locator('.versions').getByText('Saved while editing').waitFor()
    assert.deepEqual(await violationsOf(author), [])
    await picture(author, 'console-document')

    await author.getByRole('button', { name: 'Compare 1' }).click()
    await editorSays(author, 'Version 1')
    await panel(author, 'Sharing')
    await author.getByRole('button', { name: 'End the share with Ann Lee' }).click()
    await reader.getByText('no longer shared with you').waitFor()
    assert.equal(await reader.locator('iframe').count(), 0)
    assert.include(author.url(), String(id))
    for (const { complaints, elsewhere } of [mara!, ann!]) {
      assert.deepEqual(complaints, [])
      assert.deepEqual(elsewhere, [])
    }
  })

  test('submit what is being edited, return it, approve it, and restore a late save', async ({
    assert,
    client,
  }) => {
    const [author, reviewer] = [mara!.page, ben!.page]
    const id = await createDocument(author, 'Price list')
    const config = await configOf(client, id, people.author)
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
    await reviewer.getByRole('textbox', { name: 'Comment' }).fill('The year is missing.')
    await picture(reviewer, 'console-review')
    assert.deepEqual(await violationsOf(reviewer), [])
    await reviewer.getByRole('button', { name: 'Return' }).click()

    await author.getByText('“The year is missing.”').waitFor()
    await editorSays(author, 'Ready')
    await write(author, 'Of 2026')
    await submit()
    await open(reviewer, '/documents/documents?submittedToMe=true')
    await reviewer.getByRole('link', { name: 'Price list' }).click()
    await editorOf(reviewer).getByText('Of 2026').waitFor()
    await panel(reviewer, 'Review')
    await reviewer.getByRole('button', { name: 'Approve' }).click()
    await author.locator('.bar').getByText('Approved').waitFor()

    const late = withSaves(stage, { id, owner: people.author, config })
    await late.save({ text: 'Shelves: 45', changedAt: '2026-01-01T10:00:00Z' }).send()
    await panel(author, 'Versions')
    await author.getByText('Beside the current one').waitFor()
    await author.locator('.versions .beside').getByText(/^It /).waitFor()
    await picture(author, 'console-document-late')
  })
})
