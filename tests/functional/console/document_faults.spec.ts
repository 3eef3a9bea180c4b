import { Secret } from '@adonisjs/core/helpers'
import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { besideDocumentServer, versionsOf } from '#tests/helpers/editor_stage'
import { wordBytes } from '#tests/helpers/packages'
import { makeAdministrator, open, picture, violationsOf } from './console_page.js'
import { createDocument, editorSays, makeOffice, visit, write } from './office.js'

test.group('Console | faults around documents', (group) => {
  let browser: Browser
  let stage: Awaited<ReturnType<typeof besideDocumentServer>>
  let people: Awaited<ReturnType<typeof makeOffice>>
  let page: Page

  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (!chromiumPath) return
    stage = await besideDocumentServer()
    browser = await openBrowser()
    people = await makeOffice()
    page = (await visit(browser, people.author)).page
  })
  group.each.teardown(() => stage?.configure())
  group.teardown(async () => {
    await browser?.close()
    await stage?.close()
  })

  test('upload what is dropped, and say of each file what is wrong with it', async ({ assert }) => {
    await open(page, '/documents/documents')
    await page.getByRole('heading', { name: 'Documents' }).waitFor()
    const store = (url: URL) => url.pathname === '/app/document'
    const isPost = (method: string) => method === 'POST'
    let posts = 0
    await page.route(store, (route) => {
      if (!isPost(route.request().method())) return route.fallback()
      posts++
      if (posts === 3) return route.abort('connectionreset')
      if (posts === 4) return route.fulfill({ status: 413, body: 'Too large' })
      return route.fallback()
    })
    const word = [...wordBytes('Inventory')]
    await drop(page, [
      ['Inventory.docx', word],
      ['Program.docx', [...Buffer.from('MZ\u0090\0')]],
      ['Cut.docx', word],
      ['Large.docx', word],
    ])
    const row = (name: string) => page.locator('.uploads li', { hasText: name })
    await row('Inventory.docx').getByRole('link', { name: 'Open' }).waitFor()
    await row('Program.docx').getByRole('alert').waitFor()
    await row('Cut.docx').getByText('cannot be reached').waitFor()
    await row('Large.docx').getByText('That is too large').waitFor()
    assert.deepEqual(await violationsOf(page), [])
    await row('Cut.docx').getByRole('button', { name: 'Try again' }).click()
    await row('Cut.docx').getByRole('link', { name: 'Open' }).waitFor()
    await picture(page, 'console-documents')
    await page.getByRole('button', { name: 'Clear the list' }).click()
    await page.locator('.el-table__row', { hasText: 'Inventory' }).waitFor()
    await page.unrouteAll()
  })

  test('say what a document server lacks, and open when it is there', async ({ assert }) => {
    const administrator = (await visit(browser, await makeAdministrator())).page
    const id = await createDocument(administrator, 'Rota')
    const reload = async () => {
      await administrator.reload()
      await administrator.getByRole('heading', { name: 'Rota' }).waitFor()
    }
    stage.configure({ enabled: false })
    await reload()
    await administrator.getByRole('heading', { name: 'The editor is not available' }).waitFor()
    await administrator.locator('.findings').getByText('EDITOR_ENABLED').first().waitFor()
    await administrator.locator('.versions').getByText('Blank').waitFor()
    assert.deepEqual(await violationsOf(administrator), [])

    stage.configure({ documentServerUrl: 'http://127.0.0.1:9' })
    await reload()
    await administrator.getByText('could not be loaded from http://127.0.0.1:9/').waitFor()
    stage.configure({ secret: new Secret('not the secret of the document server') })
    await reload()
    await administrator.getByText('The editor reports').waitFor()
    stage.configure()
    await open(administrator, '/')
    await administrator.getByRole('heading', { name: /^Welcome/ }).waitFor()
    await open(administrator, `/documents/documents/${id}`)
    await editorSays(administrator, 'Ready')
    await administrator.context().close()
  })

  test('take an open document out of the trash, and put it there oneself', async ({
    assert,
    client,
  }) => {
    await open(page, '/documents/trash')
    await page.getByRole('heading', { name: 'Trash' }).waitFor()
    const id = await createDocument(page, 'Old plan')
    stage.server.crash()
    await client.delete(`/app/document/${id}`).loginAs(people.author)
    await page.getByText('You may not see this document').waitFor()
    await open(page, '/documents/trash')
    await page.getByRole('button', { name: 'More Old plan' }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await page.getByText('Restored', { exact: true }).waitFor()
    await open(page, `/documents/documents/${id}`)
    await editorSays(page, 'Ready')

    await write(page, 'Kept in the trash.')
    await page.getByRole('button', { name: 'More Old plan' }).last().click()
    await page.getByRole('menuitem', { name: 'Move to the trash' }).click()
    await page.locator('.el-message-box').getByRole('button', { name: 'Move to' }).click()
    await page.getByText('Moved to the trash', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Documents' }).waitFor()
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('make a template and a document from it', async () => {
    await open(page, '/documents/templates')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    const form = page.getByRole('dialog').filter({ hasText: 'Templates' })
    await form.getByLabel('Title').fill('Letter')
    await form.getByRole('combobox', { name: 'Type' }).click({ force: true })
    await page.getByRole('option', { name: 'Text' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'More Letter' }).click()
    await page.getByRole('menuitem', { name: 'New document from it' }).click()
    const dialog = page.getByRole('dialog', { name: 'New document' })
    await dialog.getByLabel('Title').fill('Letter to the supplier')
    await dialog.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('heading', { name: 'Letter to the supplier' }).waitFor()
    await page.locator('.versions').getByText('From a template').waitFor()
  })
})

/** Drops files, each a name with its bytes, on the list. */
async function drop(page: Page, files: [string, number[]][]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const { DataTransfer, File } = globalThis as never as BrowserFiles
    const transfer = new DataTransfer()
    for (const [name, bytes] of dropped) transfer.items.add(new File([new Uint8Array(bytes)], name))
    return transfer
  }, files)
  for (const event of ['dragenter', 'drop'])
    await page.dispatchEvent('.upload-area', event, { dataTransfer })
}

interface BrowserFiles {
  DataTransfer: new () => { items: { add(file: object): void } }
  File: new (parts: Uint8Array[], name: string) => object
}
