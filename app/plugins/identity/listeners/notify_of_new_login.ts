import { inject } from '@adonisjs/core'
import type { LoggedIn } from '../events/logged_in.js'
import { AccountNotices } from '../notices/account_notices.js'

/** Of logins with a device, or from a network, that was never seen before. */
@inject()
export default class NotifyOfNewLogin {
  constructor(private readonly notices: AccountNotices) {}

  async handle({ userId, sid, client, seenBefore }: LoggedIn): Promise<void> {
    const isNew = { device: !seenBefore.device, network: !seenBefore.network && client.ip !== null }
    if (isNew.device || isNew.network) await this.notices.newLogin(userId, sid, client, isNew)
  }
}
