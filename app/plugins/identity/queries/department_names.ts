import { inject } from '@adonisjs/core'
import { actAsSystem, type Operator } from '#kernel/acting/main'
import { VersionedCache, Versions } from '#kernel/state/main'
import Department from '../models/department.js'

/** Version key of the tree of departments; bumped after any change of it. */
export const DEPARTMENTS_KEY = 'departments'

const cache = new VersionedCache<string | null>(10_000)
const ofOperators = new WeakMap<Operator, string | null>()

/** The name of an operator's own department, which they may read whatever their reach. */
@inject()
export class DepartmentNames {
  constructor(private readonly versions: Versions) {}

  /**
   * @param operator of the present request: once a department has changed, the session is read anew, and the
   * operator with it
   */
  async ofOperator(operator: Operator): Promise<string | null> {
    const held = ofOperators.get(operator)
    if (held !== undefined) return held

    const name = await this.nameOf(operator.departmentId)
    ofOperators.set(operator, name)
    return name
  }

  async nameOf(departmentId: number | null): Promise<string | null> {
    if (departmentId === null) return null
    const stamp = await this.versions.read([DEPARTMENTS_KEY])
    const known = cache.get(String(departmentId), stamp)
    if (known !== undefined) return known

    const department = await actAsSystem('the name of one’s own department', () =>
      Department.find(departmentId)
    )
    const name = department?.name ?? null
    cache.set(String(departmentId), stamp, name)
    return name
  }
}
