import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/operator/acting'
import { RoleHolders } from '#plugins/access/main'
import { People } from '#plugins/identity/main'
import type DocumentShare from '../models/document_share.js'

type Subject = Pick<DocumentShare, 'subjectType' | 'subjectId'>

const AT_ONCE = 1_000

/** The people behind a share, as far as they are enabled. */
@inject()
export class ShareAudience {
  constructor(
    private readonly people: People,
    private readonly roles: RoleHolders
  ) {}

  /** In batches. */
  async *of({ subjectType, subjectId }: Subject): AsyncGenerator<number[]> {
    if (subjectType === 'department') return yield* this.#workingIn(subjectId)
    const named = subjectType === 'user' ? [subjectId] : await this.roles.of([subjectId])
    for (let from = 0; from < named.length; from += AT_ONCE)
      yield [...(await this.people.activeAmong(named.slice(from, from + AT_ONCE)))]
  }

  async *#workingIn(departmentId: number): AsyncGenerator<number[]> {
    const batches = this.people.active([departmentId])
    const next = () => actAsSystem('tell those a document is shared with', () => batches.next())
    for (let batch = await next(); !batch.done; batch = await next()) yield batch.value
  }
}
