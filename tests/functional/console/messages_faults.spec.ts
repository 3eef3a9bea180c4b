import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { SessionRegistry } from '#plugins/identity/main'
import { logIn, PASSWORD } from '#tests/helpers/accounts'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { freePort } from '#tests/helpers/free_port'
import { callsOf, groupOf } from '#tests/helpers/messaging/calls'
import { beat, online, person, socketUrl, text as said } from '#tests/helpers/messaging/people'
import { Peer } from '#tests/helpers/messaging/peer'
import { bearer, makeAccounts, type Account } from '#tests/helpers/messaging/service_people'
import { OwnDatabase } from '#tests/helpers/own_database'
import { Relay } from '#tests/helpers/relay'
import { ServiceProcess } from '#tests/helpers/service_process'
import { until } from '#tests/helpers/until'
import { Epoch } from '../../../app/plugins/messaging/epoch.js'
import { makeAdministrator, open } from './console_page.js'
import {
  act,
  closeAll,
  composer,
  conversationOf,
  enter,
  insertMessages,
  messageOf,
  openMessages,
  picture,
  textsOf,
  write,
} from './messages_page.js'

test.group('Console | messages and faults', (group) => {
  let browser: Browser
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (chromiumPath) browser = await openBrowser()
  })
  group.teardown(() => browser?.close())

  test('send once, in order, what was written without a connection or a service', async ({
    assert,
    cleanup,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-messages-'))
    const own = await OwnDatabase.make(folder)
    const settings = { ...own.env, PORT: String(await freePort()), SEED_DEMO_DATA: 'false' }
    let service = await ServiceProcess.start(settings)
    const relay = await Relay.to('127.0.0.1', Number(settings.PORT))
    cleanup(async () => {
      await relay.close()
      await service.stop('SIGKILL')
      await own.drop()
      await rm(folder, { recursive: true, force: true })
    })
    const [ann, bob] = await makeAccounts(service, 2)
    await callThemselves(service, ann!, 'Mara Voss')
    await callThemselves(service, bob!, 'Jonas Weber')
    const url = service.url
    const relayed = `http://127.0.0.1:${relay.port}`
    const left = await openMessages(browser, ann!.username, { url })
    const right = await openMessages(browser, bob!.username, { url: relayed })
    const pages = [left.page, right.page]
    cleanup(() => closeAll(left.page, right.page))
    await open(left.page, `/messages?to=${bob!.id}`, url)
    await write(left.page, 'Are you on the train?')
    await enter(right.page, 'Mara Voss')
    const all = ['Are you on the train?']
    const say = async (page: Page, text: string) => {
      await write(page, text)
      all.push(text)
    }
    const everywhere = async () => {
      for (const page of pages) await until(() => isComplete(page, all.length))
    }

    relay.cut()
    await right.page.locator('.thread .notice', { hasText: 'No connection' }).waitFor()
    await say(right.page, 'In the tunnel')
    await say(right.page, 'Still in the tunnel')
    await say(left.page, 'Tell me when you are there')
    await messageOf(left.page, 'Tell me when').waitFor()
    assert.equal(await waiting(right.page).count(), 2)
    await picture(right.page, 'console-messages-offline')
    await composer(right.page).fill('Not sent yet')
    await right.page.reload().catch(() => {})
    // Both tabs send what waits.
    const tab = await right.page.context().newPage()
    relay.restore()
    for (const page of [right.page, tab])
      await until(() => open(page, '/messages', relayed).then(always, never))
    await conversationOf(right.page, 'Mara Voss').getByText('Draft: Not sent yet').waitFor()
    await enter(right.page, 'Mara Voss')
    await everywhere()
    assert.equal(await composer(right.page).inputValue(), 'Not sent yet')

    await service.stop('SIGKILL')
    await say(left.page, 'While nobody listens')
    await say(right.page, 'Nor here')
    assert.equal(await waiting(left.page).count(), 1)
    service = await ServiceProcess.start(settings)
    await everywhere()
    await say(right.page, 'There you are')
    await everywhere()

    const [shown, others] = [await textsOf(left.page), await textsOf(right.page)]
    assert.deepEqual(shown, others)
    assert.sameMembers(shown, all)
    assert.isBelow(shown.indexOf('In the tunnel'), shown.indexOf('Still in the tunnel'))
  })

  test('say why something is refused, and keep what was written', async ({
    assert,
    client,
    cleanup,
  }) => {
    const [ines, paul] = [
      await person({ nickname: 'Ines Roth' }),
      await online({ nickname: 'Paul Mehra' }),
    ]
    const { conversationId } = await paul.peer.ask(said('Hello Ines', { to: ines.user.id }))
    await insertMessages(conversationId, ines.user.id, 2, ['An old one', 'Written long ago'], 3_600)
    const { page } = await openMessages(browser, ines.user.username)
    cleanup(() => closeAll(page))
    await enter(page, 'Paul Mehra')

    await act(page, 'Written long ago', 'Recall')
    await page.getByRole('dialog').getByRole('button', { name: 'Recall' }).click()
    await page.getByText('It is too late to recall this message').waitFor()
    await act(page, 'Written long ago', 'Edit')
    await composer(page).fill('Written better')
    await composer(page).press('Enter')
    await page.getByRole('alert').getByText('It is too late to edit this message').waitFor()
    assert.equal(await composer(page).inputValue(), 'Written better')
    await page.getByRole('button', { name: 'Cancel' }).click()

    await callsOf(client, paul).put(`blocks/${ines.user.id}`)
    await write(page, 'Do you hear me?')
    const refused = waiting(page).filter({ hasText: 'You cannot write to this person.' })
    await refused.waitFor()
    await page.reload()
    await callsOf(client, paul).delete(`blocks/${ines.user.id}`)
    await refused.getByRole('button', { name: 'Send again' }).click()
    await messageOf(page, 'Do you hear me?').waitFor()

    await composer(page).fill('Half a sentence')
    const registry = await app.container.make(SessionRegistry)
    await registry.end(ines.user.id, 'logout')
    await page.getByText('Your session has ended. Log in again.').waitFor()
    await page.getByLabel('Username').fill(ines.user.username)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await messageOf(page, 'Do you hear me?').waitFor()
    assert.equal(await composer(page).inputValue(), 'Half a sentence')
  })

  test('load again after a restored backup, report a message, and say that a group was deleted', async ({
    assert,
    client,
    cleanup,
  }) => {
    const [ines, paul] = [
      await person({ nickname: 'Ines Roth' }),
      await online({ nickname: 'Paul Mehra' }),
    ]
    const id = await groupOf(client, paul, [ines], 'Stocktaking')
    await paul.peer.ask(said('Before the backup', { conversationId: id }))
    const { seq } = await paul.peer.ask(said('After the backup', { conversationId: id }))
    const { page, complaints } = await openMessages(browser, ines.user.username)
    cleanup(() => closeAll(page))
    await enter(page, 'Stocktaking')
    await messageOf(page, 'After the backup').waitFor()
    // Clients spread over half a minute what they load anew.
    await page.evaluate(() => (Math.random = () => 0))

    await db.from('conversation_entries').where({ conversation_id: id, seq }).delete()
    const before = { last_seq: seq - 1, last_message_seq: seq - 1 }
    await db.from('conversations').where({ id }).update(before)
    await (await app.container.make(Epoch)).renew()
    await beat()
    await messageOf(page, 'After the backup').waitFor({ state: 'detached' })
    const again = await Peer.open(socketUrl(), paul.token)
    await again.ask(said('Another one', { conversationId: id }))
    await messageOf(page, 'Another one').waitFor()
    assert.deepEqual(await textsOf(page), ['Before the backup', 'Another one'])

    await act(page, 'Another one', 'Report')
    const report = page.getByRole('dialog', { name: 'Report' })
    await report.getByRole('textbox').fill('It names a customer')
    await report.getByRole('button', { name: 'Report' }).click()
    await page.getByText('Reported').waitFor()
    const { token } = await loggedInAdministrator(client)
    const deleted = client.delete(`/app/moderation/conversations/${id}`).bearerToken(token)
    ;(await deleted).assertStatus(200)
    await page.getByText('This conversation does not exist any more.').waitFor()
    await messageOf(page, 'Another one').waitFor()
    await page.locator('.conversation').waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })
})

async function loggedInAdministrator(client: ApiClient) {
  const { username } = await makeAdministrator()
  return { token: (await logIn(client, username)).accessToken }
}

async function callThemselves(service: ServiceProcess, { token }: Account, nickname: string) {
  const headers = { ...bearer(token), 'content-type': 'application/json' }
  const { data } = (await (await service.get('/app/auth/user/info', headers)).json()) as Profile
  const body = JSON.stringify({ nickname, updatedAt: data.user.updatedAt })
  await fetch(`${service.url}/app/auth/user/info`, { method: 'PUT', headers, body })
}

interface Profile {
  data: { user: { updatedAt: string } }
}

const waiting = (page: Page) => page.locator('.message.pending')
const isComplete = async (page: Page, count: number) =>
  (await textsOf(page)).length === count && (await waiting(page).count()) === 0
const [always, never] = [() => true, () => false]
