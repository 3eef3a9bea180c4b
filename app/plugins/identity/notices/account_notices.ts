import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { actAsSystem } from '#kernel/acting/main'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { Notices, type Notice } from '#kernel/plugins/main'
import { spend, type Quota } from '#kernel/rate_limit/main'
import SecurityEvent from '../models/security_event.js'
import Session from '../models/session.js'
import { fingerprintOf, type ClientDetails } from '../sessions/client_details.js'

const LONGEST_AGENT = 120

const A_DAY = quota('login-notices', 5, '1 day')
const AN_HOUR = {
  password_changed: quota('password-notices', 10, '1 hour'),
  email_changed: quota('email-notices', 10, '1 hour'),
}

/** Notifies people of what happened to their account, for which it is too late to fail: what fails here is logged. */
@inject()
export class AccountNotices {
  constructor(
    private readonly notices: Notices,
    private readonly logger: Logger
  ) {}

  /** Of a login with a device, or from a network, that was never seen before; not of the first one. */
  async newLogin(
    userId: number,
    sid: string,
    client: ClientDetails,
    isNew: { device: boolean; network: boolean }
  ): Promise<void> {
    await this.#logFault(userId, async () => {
      const sessionId = await notFirst(userId, sid)
      if (sessionId === null) return
      const data = { sessionId, newDevice: isNew.device, newNetwork: isNew.network }
      const body = `Somebody logged in to your account ${placeOf(client)}: ${isNew.device ? 'a device' : 'an address'} that was not seen before. If that was not you, change your password, and end the sessions that are not yours.`
      const notice = { title: 'New login', body, data: { kind: 'account.new_login', ...data } }
      await this.#send(userId, notice, [onceFrom(client), A_DAY])
    })
  }

  /** Of a change by whoever knew the present password. */
  passwordChanged(userId: number, client: ClientDetails): Promise<void> {
    return this.#changed(userId, AN_HOUR.password_changed, {
      title: 'Your password was changed',
      body: `The password of your account was changed ${placeOf(client)}, and your other sessions are over. If that was not you, ask an administrator at once.`,
      data: { kind: 'account.password_changed' },
    })
  }

  /** Of a password that somebody else set. */
  passwordSet(userId: number): Promise<void> {
    return this.#changed(userId, AN_HOUR.password_changed, {
      title: 'Your password was reset',
      body: 'Somebody who administers the service set another password for your account, and your sessions are over. If you did not ask for it, ask them.',
      data: { kind: 'account.password_set' },
    })
  }

  /** Of another e-mail address that they set themselves, or who has their session. */
  emailChanged(userId: number, client: ClientDetails): Promise<void> {
    return this.#changed(userId, AN_HOUR.email_changed, {
      title: 'Your e-mail address was changed',
      body: `The e-mail address of your account was changed ${placeOf(client)}. If that was not you, change your password, and end the sessions that are not yours.`,
      data: { kind: 'account.email_changed' },
    })
  }

  #changed(userId: number, pace: Quota, notice: Notice): Promise<void> {
    return this.#logFault(userId, () => this.#send(userId, notice, [pace]))
  }

  async #send(userId: number, notice: Notice, paces: Quota[]): Promise<void> {
    for (const pace of paces) await spend(pace, userId)
    await this.notices.send([userId], notice)
  }

  async #logFault(userId: number, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof E_TOO_MANY_REQUESTS) return
      this.logger.error({ err: error, userId }, 'somebody was not notified of their account')
    }
  }
}

/** The id of a session, unless it is the first of its person. The history is kept for longer than sessions are. */
function notFirst(userId: number, sid: string): Promise<number | null> {
  return actAsSystem('learn whether somebody logged in before', async () => {
    const { id } = await Session.findByOrFail({ sid })
    const session = Session.query().where({ userId }).where('id', '<', id).select('id')
    if (await session.first()) return id
    const login = SecurityEvent.query().where({ userId, type: 'login' })
    return (await login.where('sessionId', '<', id).select('id').first()) ? id : null
  })
}

/** Of logins that come at a time neither sees the other’s session. */
function onceFrom(client: ClientDetails): Quota {
  const { device, network } = fingerprintOf(client)
  return quota(`login-notice:${device}:${network}`, 1, '1 hour')
}

/** Beyond it nobody is notified; what happened is in the history all the same. */
function quota(name: string, most: number, duration: string): Quota {
  return { name: `identity:${name}`, most, duration, spent: 'Enough notices were sent' }
}

function placeOf({ ip, userAgent }: ClientDetails): string {
  const from = ip === null ? 'from an unknown address' : `from ${ip}`
  return userAgent ? `${from} with ${userAgent.slice(0, LONGEST_AGENT)}` : from
}
