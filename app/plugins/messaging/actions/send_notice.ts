import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import { E_VALIDATION } from '#kernel/errors/main'
import { AccessCache, RoleHolders } from '#plugins/access/main'
import { People } from '#plugins/identity/main'
import { Notifier } from '../notices/notifier.js'
import { spendQuota } from '../rosters/quotas.js'
import type { noticeValidator } from '../validators/messaging_validators.js'

type NoticeOrder = Infer<typeof noticeValidator>

const MOST_AT_ONCE = 1_000

/** Tells active operators within the reach of whoever acts: all that are named, with departments beneath named ones. */
@inject()
export class SendNotice {
  constructor(
    private readonly people: People,
    private readonly roles: RoleHolders,
    private readonly access: AccessCache,
    private readonly notifier: Notifier
  ) {}

  /** @throws E_TOO_MANY_REQUESTS, E_VALIDATION when nobody is named */
  async handle(senderId: number, { to, ...notice }: NoticeOrder) {
    await spendQuota('notices', senderId)
    const told = new Set<number>()
    for await (const userIds of this.#batchesOf(to)) {
      const fresh = userIds.filter((id) => !told.has(id))
      for (const id of fresh) told.add(id)
      await this.notifier.send(fresh, notice, senderId)
    }
    return { receivers: told.size }
  }

  async *#batchesOf(to: NoticeOrder['to']): AsyncGenerator<number[]> {
    if (to.all) return yield* this.people.active(null)
    const { userIds = [], roleIds = [], departmentIds = [] } = to
    if (userIds.length + roleIds.length + departmentIds.length === 0)
      throw new E_VALIDATION('Say to whom: all, userIds, roleIds or departmentIds')

    const named = [...new Set([...userIds, ...(await this.roles.of(roleIds))])]
    for (let from = 0; from < named.length; from += MOST_AT_ONCE) {
      const cards = await this.people.withinReach(named.slice(from, from + MOST_AT_ONCE))
      yield [...cards.values()].filter(({ active }) => active).map(({ id }) => id)
    }
    if (departmentIds.length === 0) return
    const { departments } = await this.access.current()
    yield* this.people.active(departmentIds.flatMap((id) => departments.below(id)))
  }
}
