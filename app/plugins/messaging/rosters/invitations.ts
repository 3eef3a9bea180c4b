import { inject } from '@adonisjs/core'
import { E_MEMBER } from '../errors.js'
import { Blocks } from './blocks.js'
import { ContactRule } from './contact_rule.js'

/** Whom somebody may bring into a group. */
@inject()
export class Invitations {
  constructor(
    private readonly contacts: ContactRule,
    private readonly blocks: Blocks
  ) {}

  /** @throws E_MEMBER alike for who is out of reach and for who blocks them: that is not theirs to know */
  async assert(by: number, userIds: readonly number[]): Promise<void> {
    const ruled = await this.contacts.among(by, userIds)
    const allowed = ruled.difference(await this.blocks.against(by, [...ruled]))
    if (userIds.some((userId) => !allowed.has(userId))) throw new E_MEMBER()
  }
}
