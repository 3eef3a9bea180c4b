import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Operator } from '#kernel/acting/main'
import { EntitlementsBook, type Entitlements } from '#plugins/identity/main'
import { documentPermissions } from '../../app/plugins/documents/permissions.js'
import { makeOperator, PASSWORD } from './accounts.js'
import { baseUrl } from './download.js'
import { staged } from './editor_stage.js'
import type { OpenGate } from './open_gate.js'

export async function openable(client: ApiClient) {
  return staged(client, await makeOperator({ nickname: 'Mara Voss' }))
}

/** Lets pages show what the gate lets people do. Give the answer to the teardown. */
export function openEntitlements(gate: OpenGate): () => void {
  app.container.swap(EntitlementsBook, () => new OpenEntitlements(gate))
  return () => app.container.restore(EntitlementsBook)
}

class OpenEntitlements extends EntitlementsBook {
  constructor(private readonly gate: OpenGate) {
    super()
  }

  async of(operator: Operator): Promise<Entitlements> {
    const held = await Promise.all(
      Object.values(documentPermissions).map(async ({ code }) =>
        (await this.gate.grantOf(operator, code)) ? [code] : []
      )
    )
    return { roles: [], permissions: held.flat(), menus: [] }
  }
}

export interface Visit {
  page: Page
  /** What the browser complained of. */
  complaints: string[]
  /** Requests to anybody but the service and the document server. */
  strangers: string[]
}

export async function visit(
  browser: Browser,
  id: number,
  options: BrowserContextOptions = {}
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  return visitIn(context, id)
}

/** In one more tab of the same browser. */
export async function visitIn(context: BrowserContext, id: number): Promise<Visit> {
  const page = await context.newPage()
  const complaints: string[] = []
  const strangers: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') strangers.push(request.url())
  })
  await page.goto(`${baseUrl()}/editor/demo/${id}`)
  return { page, complaints, strangers }
}

export async function logIn(page: Page, username: string): Promise<void> {
  await page.fill('[name=username]', username)
  await page.fill('[name=password]', PASSWORD)
  await page.click('#login button')
  await page.waitForSelector('#desk')
}

/**
 * Finds somebody, or a department or role, by a part of their name, and chooses them.
 *
 * @param shown as they are listed, whole
 */
export async function choose(
  page: Page,
  form: 'share' | 'submit',
  part: string,
  shown: string
): Promise<void> {
  await page.fill(`#${form} [name=who]`, part)
  await page.click(`#${form}-found button:text-is("${shown}")`)
}

export const shownAs = ({ nickname, username }: { nickname: string; username: string }) =>
  `${nickname} · ${username}`

export async function chooseUser(
  page: Page,
  form: 'share' | 'submit',
  user: { nickname: string; username: string }
): Promise<void> {
  await choose(page, form, user.username, shownAs(user))
}

export async function editorReady(
  page: Page,
  state: 'Ready' | 'Read only' = 'Ready'
): Promise<void> {
  const frame = page.frameLocator('iframe[name=frameEditor]')
  await frame.locator(`#state:has-text("${state}")`).waitFor()
}
