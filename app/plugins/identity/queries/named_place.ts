import type { Operator } from '#kernel/acting/main'
import type { NamedPlace, Profile } from '../transformers/current_user_transformer.js'
import { departmentNameOf } from './department_name.js'
import { positionNameOf } from './position_name.js'

/** The names of an operator's own department and position. */
export async function namedPlaceOf(operator: Operator, profile: Profile): Promise<NamedPlace> {
  const [departmentName, positionName] = await Promise.all([
    departmentNameOf(operator),
    positionNameOf(profile),
  ])
  return { departmentName, positionName }
}
