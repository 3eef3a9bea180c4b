import { mkdirSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { actAsSystem } from '#kernel/acting/main'
import { searchTextOf, toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import type { User } from '#plugins/identity/main'
import { online, text as said } from '#tests/helpers/messaging/people'
import { makeRole, makeUser } from '../access/support/organisation.js'
import { logInAs, open, openPage, serviceUrl, type Watched } from './console_page.js'

/** Somebody who may upload files, and nothing else. */
export async function makeChatter(nickname: string): Promise<User> {
  const user = await makeUser([await makeRole({ permissions: ['file:file:upload'] })])
  return actAsSystem('name somebody for a test', () => user.merge({ nickname }).save())
}

/** Others write to somebody, each in a conversation of their own. */
export async function greet(
  user: User,
  greetings: readonly (readonly [nickname: string, text: string])[]
): Promise<void> {
  for (const [nickname, text] of greetings) {
    const { peer } = await online({ nickname })
    await peer.ask(said(text, { to: user.id }))
  }
}

/** The messages of somebody, in a window of their own. */
export async function openMessages(
  browser: Browser,
  username: string,
  { url = serviceUrl(), path = '/messages', ...options }: Options = {}
): Promise<Watched> {
  const watched = await openPage(browser, options)
  await logInAs(watched.page, username, { url })
  await open(watched.page, path, url)
  await watched.page.getByRole('heading', { name: 'Messages' }).waitFor()
  return watched
}

interface Options extends BrowserContextOptions {
  url?: string
  path?: string
}

export const composer = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })

export async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** Of the list of conversations. */
export const conversationOf = (page: Page, name: string) =>
  page.locator('.conversation', { hasText: name })

export async function enter(page: Page, name: string): Promise<void> {
  await conversationOf(page, name).getByRole('link').click()
  await page.locator('.thread-header').getByRole('heading', { name }).waitFor()
}

/** Begins a conversation with a person. */
export async function writeTo(page: Page, { nickname, username }: User): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Write to a person' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(username)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `${nickname} ${username}` })
    .click()
}

export const messageOf = (page: Page, text: string) =>
  page.locator('.message:not(.pending)', { hasText: text })

/** Does with a message what its menu has. */
export async function act(page: Page, text: string, action: string): Promise<void> {
  const message = messageOf(page, text).last()
  await message.hover()
  await message.getByRole('button', { name: /^Actions for/ }).click()
  await message.getByRole('group').getByRole('button', { name: action, exact: true }).click()
}

export async function closeAll(...pages: Page[]): Promise<void> {
  for (const page of pages) await page.context().close()
}

/** What is stored and shown, in order. */
export const textsOf = (page: Page) =>
  page.locator('.message:not(.pending) .text').allTextContents()

interface Dropped {
  name: string
  type: string
  /** A picture of bars, where there is none. */
  text?: string
}

/** What a page has, and a test has not. */
interface InPage {
  DataTransfer: new () => { items: { add(file: File): void } }
  OffscreenCanvas: new (
    width: number,
    height: number
  ) => {
    getContext(kind: '2d'): {
      fillStyle: string
      fillRect(x: number, y: number, width: number, height: number): void
    }
    convertToBlob(): Promise<Blob>
  }
}

/** Drops a file on the open conversation. */
export async function drop(page: Page, dropped: Dropped): Promise<void> {
  const transfer = await page.evaluateHandle(async ({ name, type, text }) => {
    const { DataTransfer, OffscreenCanvas } = globalThis as never as InPage
    const canvas = new OffscreenCanvas(640, 240)
    const context = canvas.getContext('2d')
    for (const [at, height] of [90, 140, 120, 190, 220].entries()) {
      context.fillStyle = at === 4 ? '#2f7d32' : '#909fcb'
      context.fillRect(30 + at * 120, 240 - height, 90, height)
    }
    const data = new DataTransfer()
    data.items.add(new File([text ?? (await canvas.convertToBlob())], name, { type }))
    return data
  }, dropped)
  await page.locator('.thread').dispatchEvent('drop', { dataTransfer: transfer })
}

/** Messages straight in the database, a second after each other until so long ago; the last ones say what is given. */
export async function insertMessages(
  conversationId: number,
  actorId: number,
  count: number,
  last: readonly string[],
  secondsAgo = 0
): Promise<void> {
  const { last_seq: from } = await db
    .from('conversations')
    .where('id', conversationId)
    .firstOrFail()
  const rows = Array.from({ length: count }, (_, index) => {
    const text = last[index - count + last.length] ?? `Message ${from + index + 1} of many`
    return {
      conversation_id: conversationId,
      seq: Number(from) + index + 1,
      kind: 'message',
      actor_id: actorId,
      content_type: 'text',
      content: JSON.stringify({ text }),
      search_text: searchTextOf([text]),
      created_at: toStored(clock.now() - (secondsAgo + count - index) * 1000),
    }
  })
  await db.transaction(async (trx) => {
    for (let start = 0; start < rows.length; start += 500)
      await trx.table('conversation_entries').multiInsert(rows.slice(start, start + 500))
    const lastSeq = Number(from) + count
    await trx
      .from('conversations')
      .where('id', conversationId)
      .update({ last_seq: lastSeq, last_message_seq: lastSeq })
  })
}

/** For the documentation: `SCREENSHOTS=1` keeps what the browser showed. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return
  const folder = app.makePath('docs/images')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}
