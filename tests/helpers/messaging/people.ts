import app from '@adonisjs/core/services/app'
import type User from '../../../app/plugins/identity/models/user.js'
import { SessionLogin } from '../../../app/plugins/identity/login/session_login.js'
import { makeOperator } from '../accounts.js'
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
  const login = await app.container.make(SessionLogin)
  const { accessToken } = await login.openFor(user, { ip: null, userAgent: 'test' })
  return accessToken
}

export async function online(values: Partial<User> = {}) {
  const { user, token } = await person(values)
  return { user, token, peer: await Peer.open(socketUrl(), token) }
}

let drafts = 0

export function text(content: string, where: { to: number } | { conversationId: number }) {
  drafts += 1
  const clientMessageId = `m-${process.pid}-${drafts}`
  return { type: 'send', clientMessageId, contentType: 'text', content, ...where }
}

/** Polls until it is so. */
export async function eventually(isSo: () => boolean | Promise<boolean>, withinMs = 5_000) {
  const deadline = Date.now() + withinMs
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('it never came to be')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
