import type { DataScope } from '#plugins/access/main'
import { PASSWORD } from '../../../helpers/accounts.js'
import { Random } from '../../../conformance/openapi/fuzz/random.js'
import {
  makeDepartment,
  makeRole,
  makeUser,
} from '../../../functional/access/support/organisation.js'
import { Person } from './person.js'
import type { Row, Snapshot } from './snapshot.js'

/** Rows that the walk is about; others are there as well. */
export interface Organisation {
  people: Person[]
  departments: number[]
}

const EVERYDAY = /^(document:document|file):/
const NOT_OURS = /^ai:/
const CARRIED = 0.92

/**
 * Departments in three levels, and four people whose roles carry nearly everything, each with another reach: all,
 * the department and below, the own department, one's own rows. Beside them a guest who acts, and two who do not.
 *
 * @param seed which menus the roles lack; with 0 none
 */
export async function makeOrganisation(before: Snapshot, seed: number): Promise<Organisation> {
  const random = new Random(seed)
  const menus = before.get('menus')!.filter(({ permission }) => permission !== null)
  const most = () =>
    idsOf(
      menus.filter((menu) => !matches(NOT_OURS, menu) && (seed === 0 || random.chance(CARRIED)))
    )
  const everyday = idsOf(menus.filter((menu) => matches(EVERYDAY, menu)))

  const root = await makeDepartment()
  const [east, west] = [await makeDepartment(root), await makeDepartment(root)]
  const [inner, far] = [await makeDepartment(east), await makeDepartment()]
  const join = async (
    name: string,
    department: number,
    dataScope: DataScope,
    menuIds: number[],
    departmentIds: number[] = []
  ) => {
    const role = await makeRole({ menuIds, dataScope, departmentIds })
    const { id, username } = await makeUser([role], department)
    return new Person(name, id, username, PASSWORD)
  }

  const people = [
    await join('ada', root, 'all', most()),
    await join('ben', east, 'department_and_below', most()),
    await join('cyd', inner, 'department', most()),
    await join('dan', west, 'self', most()),
    await join('gus', far, 'custom', everyday, [inner]),
  ]
  await join('eve', west, 'self', everyday)
  await join('fay', far, 'department', everyday)
  await makeRole({ menuIds: everyday.slice(0, 3), dataScope: 'department' })
  await makeRole({ menuIds: everyday.slice(0, 2), dataScope: 'self' })
  return { people, departments: [root, east, west, inner, far] }
}

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => Number(id))
const matches = (pattern: RegExp, { permission }: Row): boolean => pattern.test(String(permission))
