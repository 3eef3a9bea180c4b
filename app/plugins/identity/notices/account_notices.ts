import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { actAsSystem } from '#kernel/acting/main'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { Notices, type Notice } from '#kernel/plugins/main'
import { spend, type Quota } from '#kernel/rate_limit/main'
import { say, type Text } from '#kernel/languages/main'
import type { LoggedIn } from '../events/logged_in.js'
import SecurityEvent from '../models/security_event.js'
import Session from '../models/session.js'
import { fingerprintOf, type ClientDetails } from '../sessions/client_details.js'

const LONGEST_AGENT = 120

const A_DAY = quotaOf('login-notices', 5, '1 day')
const AN_HOUR = {
  password_changed: quotaOf('password-notices', 10, '1 hour'),
  email_changed: quotaOf('email-notices', 10, '1 hour'),
}

/** Notifies people of what happened to their account. A failure is logged: what happened cannot be undone. */
@inject()
export default class AccountNotices {
  constructor(
    private readonly notices: Notices,
    private readonly logger: Logger
  ) {}

  /** Listens for logins with a device, or from a network, that was not seen before; the first login is none. */
  async newLogin({ userId, sid, client, seenBefore }: LoggedIn): Promise<void> {
    const newDevice = !seenBefore.device
    const newNetwork = !seenBefore.network && client.ip !== null
    if (!newDevice && !newNetwork) return
    await this.#logFailure(userId, async () => {
      const sessionId = await sessionUnlessFirst(userId, sid)
      if (sessionId === null) return
      const data = { sessionId, newDevice, newNetwork }
      const body = say`Somebody logged in to your account ${placeOf(client)}: ${newDevice ? say`a device` : say`an address`} that was not seen before. If that was not you, change your password, and end the sessions that are not yours.`
      const notice = { title: 'New login', body, data: { kind: 'account.new_login', ...data } }
      await this.#send(userId, notice, [oncePerClient(client), A_DAY])
    })
  }

  /** The person changed it, or whoever knows the present password. */
  passwordChanged(userId: number, client: ClientDetails): Promise<void> {
    return this.#changed(userId, AN_HOUR.password_changed, {
      title: 'Your password was changed',
      body: say`The password of your account was changed ${placeOf(client)}, and your other sessions are over. If that was not you, ask an administrator at once.`,
      data: { kind: 'account.password_changed' },
    })
  }

  /** An administrator set it. */
  passwordSet(userId: number): Promise<void> {
    return this.#changed(userId, AN_HOUR.password_changed, {
      title: 'Your password was reset',
      body: 'Somebody who administers the service set another password for your account, and your sessions are over. If you did not ask for it, ask them.',
      data: { kind: 'account.password_set' },
    })
  }

  /** The person changed it, or whoever has their session. */
  emailChanged(userId: number, client: ClientDetails): Promise<void> {
    return this.#changed(userId, AN_HOUR.email_changed, {
      title: 'Your e-mail address was changed',
      body: say`The e-mail address of your account was changed ${placeOf(client)}. If that was not you, change your password, and end the sessions that are not yours.`,
      data: { kind: 'account.email_changed' },
    })
  }

  #changed(userId: number, quota: Quota, notice: Notice): Promise<void> {
    return this.#logFailure(userId, () => this.#send(userId, notice, [quota]))
  }

  async #send(userId: number, notice: Notice, quotas: Quota[]): Promise<void> {
    for (const quota of quotas) await spend(quota, userId)
    await this.notices.send([userId], notice)
  }

  async #logFailure(userId: number, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof E_TOO_MANY_REQUESTS) return
      this.logger.error({ err: error, userId }, 'somebody was not notified of their account')
    }
  }
}

/** The id of a session; `null` for the first of a user. The history is kept for longer than sessions. */
function sessionUnlessFirst(userId: number, sid: string): Promise<number | null> {
  return actAsSystem('find earlier logins', async () => {
    const { id } = await Session.findByOrFail({ sid })
    const earlier = Session.query().where({ userId }).where('id', '<', id).select('id')
    if (await earlier.first()) return id
    const login = SecurityEvent.query().where({ userId, type: 'login' })
    return (await login.where('sessionId', '<', id).select('id').first()) ? id : null
  })
}

/** Concurrent logins do not see each other’s sessions. */
function oncePerClient(client: ClientDetails): Quota {
  const { device, network } = fingerprintOf(client)
  return quotaOf(`login-notice:${device}:${network}`, 1, '1 hour')
}

/** Beyond it nobody is notified; the history has all events. */
function quotaOf(name: string, most: number, duration: string): Quota {
  return { name: `identity:${name}`, most, duration, spent: 'Enough notices were sent' }
}

function placeOf({ ip, userAgent }: ClientDetails): Text {
  const from = ip === null ? say`from an unknown address` : say`from ${ip}`
  return userAgent ? say`${from} with ${userAgent.slice(0, LONGEST_AGENT)}` : from
}
