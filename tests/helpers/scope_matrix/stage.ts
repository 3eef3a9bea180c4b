import type { Group } from '@japa/runner/core'
import db from '@adonisjs/lucid/services/db'
import { actAsSystem } from '#kernel/acting/main'
import { Department, User } from '#plugins/identity/main'
import { freshName } from '#tests/helpers/accounts'
import { home, tree, type DepartmentName } from './cases.js'
import type { MatrixOrganisation } from './driver.js'
import type { MatrixRow } from './oracle.js'
import { rowsOfEveryKind } from './model_driver.js'

export type Kind = Omit<MatrixRow, 'id'>

/**
 * A real organisation for a group of tests: the departments of the matrix, the operator, and somebody else. Gone
 * after the group.
 */
export class Stage implements MatrixOrganisation {
  departments = {} as Record<DepartmentName, number>
  operator = 0
  other = 0
  readonly #made = new Map<string, number[]>()

  static for(group: Group): Stage {
    const stage = new Stage()
    group.setup(async () => {
      await actAsSystem('the matrix sets its stage', () => stage.#set())
      return () => stage.#strike()
    })
    return stage
  }

  ownerOf({ owner }: Kind): number | null {
    if (owner === null) return null
    return owner === 'me' ? this.operator : this.other
  }

  departmentOf({ department }: Kind): number | null {
    return department && this.departments[department]
  }

  /** Makes a row of each kind, after deleting those that were made before. */
  rowsBy(
    table: string,
    make: (kind: Kind) => Promise<{ id: number }>,
    kinds: readonly Kind[] = rowsOfEveryKind
  ): () => Promise<MatrixRow[]> {
    return async () => {
      await this.#deleteMade()
      const rows: MatrixRow[] = []
      for (const kind of kinds) rows.push({ ...kind, id: (await make(kind)).id })
      const ids = rows.map(({ id }) => id)
      this.#made.set(table, ids)
      return rows
    }
  }

  async #deleteMade(): Promise<void> {
    for (const [table, ids] of this.#made) await db.from(table).whereIn('id', ids).delete()
  }

  async #set(): Promise<void> {
    for (const name of Object.keys(tree) as DepartmentName[]) {
      const { under } = tree[name]
      const parentId = under && this.departments[under]
      const department = await Department.create({
        name: freshName(name),
        parentId,
        sort: 0,
        status: 'enabled',
      })
      this.departments[name] = department.id
    }
    this.operator = (await makeUser(this.departments[home])).id
    this.other = (await makeUser(this.departments[home])).id
  }

  async #strike(): Promise<void> {
    await this.#deleteMade()
    const departments = Object.values(this.departments)
    await db.from('users').whereIn('id', [this.operator, this.other]).delete()
    await db.from('users').whereIn('department_id', departments).delete()
    await db.from('departments').whereIn('id', departments).update({ parent_id: null })
    await db.from('departments').whereIn('id', departments).delete()
  }
}

export function makeUser(departmentId: number | null): Promise<User> {
  const username = freshName('matrix')
  return User.create({
    username,
    nickname: username,
    password: 'none',
    status: 'enabled',
    departmentId,
  })
}
