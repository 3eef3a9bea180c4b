import { inject } from '@adonisjs/core'
import type { Operator } from '#kernel/acting/main'
import { Audience, type Addressees } from '../notices/audience.js'
import { Notifier } from '../notices/notifier.js'
import { spendNotice } from '../rosters/quotas.js'

export interface NoticeOrder {
  to: Addressees
  title: string
  body: string
}

@inject()
export class SendNotice {
  constructor(
    private readonly audience: Audience,
    private readonly notifier: Notifier
  ) {}

  /** @throws E_TOO_MANY_REQUESTS, E_VALIDATION when nobody is named */
  async handle({ id }: Operator, { to, title, body }: NoticeOrder) {
    await spendNotice(id)
    let receivers = 0
    for await (const userIds of this.audience.of(to))
      receivers += await this.notifier.send(userIds, { title, body }, id)
    return { receivers }
  }
}
