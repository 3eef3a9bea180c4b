import { actAsSystem, type Operator } from '#kernel/acting/main'
import Department from '../models/department.js'

/** Version key of the tree of departments; bumped after any change of it. */
export const DEPARTMENTS_KEY = 'departments'

const names = new WeakMap<Operator, string | null>()

/**
 * The name of an operator's own department, which they may read whatever their scope. It is cached with the operator of a
 * session, which is loaded again after any change of a department.
 */
export async function departmentNameOf(operator: Operator): Promise<string | null> {
  const cached = names.get(operator)
  if (cached !== undefined) return cached

  const { departmentId } = operator
  const find = () => Department.find(departmentId)
  const department = departmentId && (await actAsSystem('the name of one’s own department', find))
  const name = department ? department.name : null
  names.set(operator, name)
  return name
}
