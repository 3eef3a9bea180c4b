import type { ApiClient } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import type User from '../../../app/plugins/identity/models/user.js'
import { SessionOpener } from '../../../app/plugins/identity/login/session_opener.js'
import { HeartBeat } from '../../../app/plugins/messaging/gateway/heart_beat.js'
import { Nodes } from '../../../app/plugins/messaging/presence/nodes.js'
import { makeOperator } from '../accounts.js'
import { Patience } from '../patience.js'
import { Peer } from './peer.js'

export interface Person {
  user: User
  token: string
}

export function socketUrl(path = '/ws/im'): string {
  return `ws://${process.env.HOST}:${process.env.PORT}${path}`
}

/** A new operator with a session; no request spent on logging in. */
export async function person(values: Partial<User> = {}): Promise<Person> {
  const user = await makeOperator(values)
  return { user, token: await anotherSession(user) }
}

export async function anotherSession(user: User): Promise<string> {
  const opener = await app.container.make(SessionOpener)
  const opened = await opener.open(user, { ip: null, userAgent: 'test' })
  return opened!.tokens.accessToken
}

export async function online(values: Partial<User> = {}) {
  const { user, token } = await person(values)
  return { user, token, peer: await Peer.open(socketUrl(), token) }
}

let drafts = 0

export function text(content: string, where: { to: number } | { conversationId: number }) {
  drafts += 1
  const clientMessageId = `m-${process.pid}-${drafts}`
  return {
    type: 'send',
    clientMessageId,
    contentType: 'text',
    content: { text: content },
    ...where,
  }
}

/** Polls until it is so. */
export async function eventually(isSo: () => boolean | Promise<boolean>, withinMs = 60_000) {
  const patience = new Patience(withinMs)
  while (!(await isSo())) {
    if (patience.isOver) throw new Error('it never came to be')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export async function ticketFor(client: ApiClient, token: string): Promise<string> {
  const response = await client.post('/app/im/ticket').header('authorization', `Bearer ${token}`)
  response.assertStatus(200)
  return response.body().data.ticket
}

/** Lets the node look at its sockets now, not when the second is over. */
export async function beat(): Promise<void> {
  const heartBeat = await app.container.make(HeartBeat)
  heartBeat.beat()
  await (await app.container.make(Nodes)).beat()
}

/** For a set-up: until the teardown the node looks at its sockets only on `beat`, however far the clock travels. */
export async function beatOnlyWhenTold(): Promise<() => void> {
  const heartBeat = await app.container.make(HeartBeat)
  heartBeat.stop()
  return () => heartBeat.start()
}
