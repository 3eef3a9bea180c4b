import { actAsSystem } from '#kernel/acting/main'
import type { Browser, Page } from 'playwright-core'
import type { User } from '#plugins/identity/main'
import type { DataScope } from '#plugins/access/main'
import { makeDepartment, makeRole, makeUser } from '../access/support/organisation.js'
import { logInAs, open, openPage } from './console_page.js'

const verbs = (...names: string[]) => names.map((name) => `document:document:${name}`)
const READER = verbs('list', 'show')
const AUTHOR = [
  ...verbs('create', 'edit', 'delete', 'restore', 'submit', 'share'),
  ...['list', 'restore', 'delete'].map((verb) => `document:trash:${verb}`),
  ...['list', 'show', 'create', 'status'].map((verb) => `document:template:${verb}`),
]

/** Colleagues of one department: one writes, one reviews, and one reads what is shared. */
export async function makeOffice(): Promise<Record<'author' | 'reviewer' | 'reader', User>> {
  const department = await makeDepartment()
  const colleague = async (nickname: string, dataScope: DataScope, ...more: string[]) => {
    const role = await makeRole({ permissions: [...READER, ...more], dataScope })
    const user = await makeUser([role], department)
    return actAsSystem('name a colleague in a test', () => user.merge({ nickname }).save())
  }
  return {
    author: await colleague('Mara Voss', 'department', ...AUTHOR),
    reviewer: await colleague('Ben Okoro', 'self', ...verbs('review')),
    reader: await colleague('Ann Lee', 'self'),
  }
}

/** A window of somebody who is logged in. */
export async function visit(browser: Browser, { username }: User) {
  const visited = await openPage(browser)
  await logInAs(visited.page, username)
  return visited
}

/** A blank document, open in the editor. @returns its id */
export async function createDocument(page: Page, title: string): Promise<number> {
  await open(page, '/documents/documents')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New document' })
  await form.getByLabel('Title').fill(title)
  await form.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('heading', { name: title }).waitFor()
  await editorSays(page, 'Ready')
  return Number(/\d+$/.exec(page.url())![0])
}

export const editorOf = (page: Page) => page.frameLocator('iframe[name=frameEditor]')

export const editorSays = (page: Page, state: string) =>
  editorOf(page).locator('#state', { hasText: state }).waitFor()

export async function write(page: Page, text: string): Promise<void> {
  await editorOf(page).locator('#text').fill(text)
  await editorOf(page).locator('#add').click()
  await editorSays(page, 'Changed')
}

/** Chooses somebody in a list that looks for people by name. */
export async function choosePerson(page: Page, label: string, user: User): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(user.username)
  await page.getByRole('option', { name: `${user.nickname} (${user.username})` }).click()
  await page.keyboard.press('Tab')
}

export const panel = (page: Page, name: string) => page.getByRole('tab', { name }).click()
