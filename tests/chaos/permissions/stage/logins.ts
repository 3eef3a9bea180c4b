import type { Event } from '../oracle/event.js'
import { dataOf, isDone } from '../oracle/event.js'
import { isLogin, LOGOUT, OWN_PASSWORD, REFRESH } from '../requests/credentials.js'
import type { Login, Person } from './person.js'

const SESSIONS = /^\/app\/auth\/sessions\/\{id\}$/
const PASSWORD = /^\/app\/system\/users\/\{id\}\/password$/

interface Pair {
  data: { accessToken: string; refreshToken: string; expiresIn: number }
}

/** Keeps of everybody which logins they have, and which must have ended. */
export function keepLogins(event: Event, people: readonly Person[]): void {
  const { request, after, answer } = event
  for (const person of people) person.look(after.snapshot)
  if (!isDone(event) || !request.by) return
  const { by, login } = request
  const { path, method } = request.operation
  if (isLogin(request)) return by.enter(dataOf<Pair>(answer).data, after.snapshot)
  if (path === REFRESH && login) return by.renew(login, dataOf<Pair>(answer).data)
  if (path === LOGOUT && login) login.hasEnded = true
  if (path === OWN_PASSWORD) {
    by.password = String(request.body!.newPassword)
    end(by.logins.filter((one) => one !== login))
  }
  const named = people.find(({ id }) => id === request.ids.id)
  if (PASSWORD.test(path) && named) {
    named.password = String(request.body!.password)
    end(named.logins)
  }
  if (SESSIONS.test(path) && method === 'DELETE')
    end(by.logins.filter(({ sessionId }) => sessionId === request.ids.id))
}

function end(logins: readonly Login[]): void {
  for (const login of logins) login.hasEnded = true
}
