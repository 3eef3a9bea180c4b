import { inject } from '@adonisjs/core'
import { E_VALIDATION } from '#kernel/errors/main'
import { actAsSystem } from '#kernel/acting/main'
import { say, type Text } from '#kernel/languages/main'
import { Role, RoleHolders } from '#plugins/access/main'
import { Department, People } from '#plugins/identity/main'
import type DocumentShare from '../models/document_share.js'

type Subject = Pick<DocumentShare, 'subjectType' | 'subjectId'>

const AT_ONCE = 1_000

/** A document can be shared with any enabled user, role or department, whatever the caller's reach. */
@inject()
export class ShareSubjects {
  constructor(
    private readonly people: People,
    private readonly roles: RoleHolders
  ) {}

  /** @throws E_VALIDATION for a subject that does not exist or is disabled */
  async assertActive({ subjectType, subjectId }: Subject): Promise<void> {
    if (await this.#isActive({ subjectType, subjectId })) return
    const message = ABSENT[subjectType](subjectId)
    throw new E_VALIDATION(undefined, { errors: [{ field: 'subjectId', rule: 'active', message }] })
  }

  async #isActive({ subjectType, subjectId: id }: Subject): Promise<boolean> {
    if (subjectType === 'user') return (await this.people.activeAmong([id])).has(id)
    if (subjectType === 'role') return (await Role.find(id))?.status === 'enabled'
    const find = () => Department.find(id)
    return (await actAsSystem('find the subject of a share', find))?.status === 'enabled'
  }

  /** Ids of the enabled users behind a share, in batches. */
  async *peopleBehind({ subjectType, subjectId }: Subject): AsyncGenerator<number[]> {
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

const ABSENT: Readonly<Record<Subject['subjectType'], (id: number) => Text>> = {
  user: (id) => say`There is no active user ${id}`,
  department: (id) => say`There is no active department ${id}`,
  role: (id) => say`There is no active role ${id}`,
}
