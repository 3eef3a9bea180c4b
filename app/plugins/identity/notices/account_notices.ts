import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { Notices, type Notice } from '#kernel/plugins/main'
import { spend, type Quota } from '#kernel/rate_limit/main'
import { EarlierLogins, type Login } from './earlier_logins.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { marksOf } from '../sessions/client_marks.js'
import {
  emailChangedNotice,
  newLoginNotice,
  passwordChangedNotice,
  passwordSetNotice,
} from './notice_texts.js'

/** Logins are in the history, told or not. */
const LOGIN_PACE: Quota = {
  name: 'identity:login-notices',
  most: 5,
  duration: '1 day',
  spent: 'This person was told of as many logins as one is in a day',
}

/** Of logins that come at a time neither may see the other’s session. */
function onceFrom({ client }: Login): Quota {
  const { device, network } = marksOf(client)
  return {
    name: `identity:login-notice:${device}:${network}`,
    most: 1,
    duration: '1 hour',
    spent: 'This person was told of such a login',
  }
}

const PASSWORD_PACE: Quota = {
  name: 'identity:password-notices',
  most: 10,
  duration: '1 hour',
  spent: 'This person was told of as many changes of the password as one is in an hour',
}

const EMAIL_PACE: Quota = {
  name: 'identity:email-notices',
  most: 10,
  duration: '1 hour',
  spent: 'This person was told of as many changes of the address as one is in an hour',
}

/** Tells people what became of their account. What it is about has happened already, so nothing that fails here undoes it. */
@inject()
export class AccountNotices {
  constructor(
    private readonly earlier: EarlierLogins,
    private readonly notices: Notices,
    private readonly logger: Logger
  ) {}

  /** Of a login with a device, or from a network, that was never seen before. */
  async loggedIn(login: Login): Promise<void> {
    const { userId } = login
    await this.#telling(userId, async () => {
      const novelty = await this.earlier.noveltyOf(login)
      if (!novelty || (!novelty.device && !novelty.network)) return
      await this.#tell(userId, newLoginNotice(login, novelty), onceFrom(login), LOGIN_PACE)
    })
  }

  /** Of a change by whoever knew the present one. */
  async passwordChanged(userId: number, client: ClientDetails): Promise<void> {
    const notice = passwordChangedNotice(client)
    await this.#telling(userId, () => this.#tell(userId, notice, PASSWORD_PACE))
  }

  /** Of a password that somebody else set. */
  async passwordSet(userId: number): Promise<void> {
    await this.#telling(userId, () => this.#tell(userId, passwordSetNotice(), PASSWORD_PACE))
  }

  /** Of another e-mail address that they set themselves, or who has their session. */
  async emailChanged(userId: number, client: ClientDetails): Promise<void> {
    const notice = emailChangedNotice(client)
    await this.#telling(userId, () => this.#tell(userId, notice, EMAIL_PACE))
  }

  async #tell(userId: number, notice: Notice, ...paces: Quota[]): Promise<void> {
    try {
      for (const pace of paces) await spend(pace, userId)
    } catch (error) {
      if (error instanceof E_TOO_MANY_REQUESTS) return
      throw error
    }
    await this.notices.send([userId], notice)
  }

  async #telling(userId: number, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.logger.error({ err: error, userId }, 'somebody was not told of their account')
    }
  }
}
