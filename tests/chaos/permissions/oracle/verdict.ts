import { isAlive } from '../stage/person.js'
import type { Request } from '../requests/request.js'
import { isLogin, REFRESH } from '../requests/credentials.js'
import { mainTableOf } from '../requests/named_rows.js'
import { namedByBody } from './named_by_body.js'
import { ofRow } from './row_verdicts.js'
import type { World } from './world.js'

/**
 * Whether something must be done, may be done or must not. `hidden`: besides, it must be answered as if the row were
 * not there.
 */
export interface Verdict {
  so: 'must' | 'may' | 'never'
  because: string
  isHidden?: boolean
}

export const may = (because: string): Verdict => ({ so: 'may', because })
export const must = (because: string): Verdict => ({ so: 'must', because })
export const never = (because: string): Verdict => ({ so: 'never', because })
export const hidden = (because: string): Verdict => ({ so: 'never', because, isHidden: true })

export function verdictOn(request: Request, world: World): Verdict {
  const { operation, by, login } = request
  if (operation.takesToken) return never('nobody here was given a token for it')
  if (operation.access === 'open') return ofOpen(request, world)
  if (!by || !login) return never('nobody asked')
  if (!isAlive(login)) return never('their login has ended')

  const { permission } = operation
  if (permission !== null && !world.held(by.id).has(permission)) {
    return never(`they do not hold ${permission}`)
  }
  const table = mainTableOf(operation.path)
  const id = request.ids.id
  if (id === undefined || table === undefined) return may('it names no row')
  const row = world.row(table, id)
  if (!row) return hidden(`there is no such row of ${table}`)
  const verdict = ofRow(table, row, { ...request, by }, world)
  return verdict.so === 'never' ? verdict : (namedByBody({ ...request, by }, world) ?? verdict)
}

/** Whoever is disabled or gone does not come in, and no login that has ended is renewed. */
function ofOpen(request: Request, world: World): Verdict {
  const { by, login, operation } = request
  const isThere = by !== null && world.row('users', by.id)?.status === 'enabled'
  if (by && isLogin(request) && !isThere) return never('their account is disabled or gone')
  if (operation.path === REFRESH && (!login || login.hasEnded || !isThere))
    return never('their login has ended')
  return may('it is open to anybody')
}
