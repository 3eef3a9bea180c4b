import db from '@adonisjs/lucid/services/db'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { actAsSystem } from '#kernel/acting/main'
import { verbs, type MatrixRole, type Verb } from './cases.js'
import { MatrixRefusal, type MatrixDriver, type MatrixHands } from './driver.js'
import type { MatrixRow } from './oracle.js'
import { runScopeMatrix } from './run.js'

export interface MatrixAnswer {
  status: number
  /** The parsed body where it is JSON. */
  body: { data?: unknown }
  text: string
}

/** Sends a request as the operator of the case. */
export type Ask = (
  method: 'GET' | 'PUT' | 'DELETE',
  path: string,
  body?: object
) => Promise<MatrixAnswer>

export interface HttpMatrixRoutes {
  /** Answers a page; `page`, `pageSize` and `count` are added to its query. */
  list?: string
  show?: (id: number) => string
  update?: (id: number) => { path: string; body: object }
  delete?: (id: number) => string
  /** All or none: 404 when one of the ids is out of reach. */
  bulkDelete?: (ids: readonly number[]) => string
  export?: { path: string; idsOf: (text: string) => number[] }
}

export interface HttpMatrix {
  routes: HttpMatrixRoutes
  /** Deletes and makes anew the subject's rows; runs as the system. See `rowsOfEveryKind`. */
  rows: () => Promise<readonly MatrixRow[]>
  /**
   * Gives the case's operator exactly these roles and answers how to ask as them. A role that does not grant has
   * every permission but the subject's.
   */
  operatorWith: (roles: readonly MatrixRole[]) => Promise<Ask>
  /** Which of the rows are not deleted, for a subject that keeps deleted rows. */
  stillThere?: (ids: readonly number[]) => Promise<number[]>
  /** Rows that a rule keeps (409) from whoever reaches them; the others are deleted in the order of `rows`. */
  kept?: (row: MatrixRow) => boolean
}

/**
 * Runs the matrix over a model's routes, with real roles.
 *
 * ```ts
 * test.group('Users | scope matrix over HTTP', () => {
 *   httpScopeMatrix(User, { routes: { list: '/app/system/users', show: (id) => `/app/system/users/${id}` }, rows, operatorWith })
 * })
 * ```
 */
export function httpScopeMatrix(
  model: LucidModel,
  { routes, rows, operatorWith, stillThere, kept = () => false }: HttpMatrix
): void {
  const made = { rows: [] as readonly MatrixRow[] }
  const isKept = (id: number) => made.rows.some((row) => row.id === id && kept(row))
  const driver: MatrixDriver = {
    verbs: verbs.filter((verb) => verb in handsOf(routes, unasked, isKept)),
    bulk: 'all_or_none',
    ungranted: 'refused',
    reset: async () => (made.rows = await actAsSystem('the matrix makes its rows', rows)),
    as: async ({ roles }) => handsOf(routes, await operatorWith(roles), isKept),
    stored: async () => {
      const ids = made.rows.map(({ id }) => id)
      if (stillThere) return stillThere(ids)
      return (await db.from(model.table).whereIn('id', ids).select('id')).map(({ id }) =>
        Number(id)
      )
    },
    kept,
  }
  runScopeMatrix(driver)
}

const unasked: Ask = () => Promise.reject(new Error('Nobody asked'))

function handsOf(routes: HttpMatrixRoutes, ask: Ask, isKept: (id: number) => boolean): MatrixHands {
  const { list, show, update, delete: destroy, bulkDelete, export: exported } = routes
  const hands: Record<Verb, MatrixHands[Verb] | false | undefined> = {
    list: list !== undefined && (() => everyPage(ask, list)),
    count: list !== undefined && (async () => totalOf(await page(ask, list, 1, 1))),
    show: show && (async (id: number) => found(await ask('GET', show(id)))),
    update:
      update && (async (id: number) => found(await ask('PUT', update(id).path, update(id).body))),
    delete:
      destroy &&
      (async (id: number) => found(await ask('DELETE', destroy(id)), isKept(id) ? 409 : 200)),
    bulkDelete:
      bulkDelete && (async (ids: number[]) => found(await ask('DELETE', bulkDelete(ids)))),
    export: exported && (async () => exported.idsOf(granted(await ask('GET', exported.path)).text)),
    preload: undefined,
  }
  return Object.fromEntries(Object.entries(hands).filter(([, hand]) => hand)) as MatrixHands
}

async function everyPage(ask: Ask, path: string): Promise<number[]> {
  const ids: number[] = []
  for (let number = 1; ; number++) {
    const answer = await page(ask, path, number, 200)
    const { items } = answer.body.data as { items: { id: number }[] }
    ids.push(...items.map(({ id }) => id))
    if (items.length < 200) return ids
  }
}

async function page(ask: Ask, path: string, number: number, size: number): Promise<MatrixAnswer> {
  const joined = path.includes('?') ? '&' : '?'
  const answer = granted(
    await ask('GET', `${path}${joined}page=${number}&pageSize=${size}&count=exact`)
  )
  if (answer.status !== 200) throw new Error(`The list answered ${answer.status}: ${answer.text}`)
  return answer
}

function totalOf(answer: MatrixAnswer): number {
  return (answer.body.data as { total: number }).total
}

function found(answer: MatrixAnswer, expected = 200): boolean {
  const { status } = granted(answer)
  if (status === expected) return true
  if (status === 404) return false
  throw new Error(`Neither found nor not found but ${status}: ${answer.text}`)
}

function granted(answer: MatrixAnswer): MatrixAnswer {
  if (answer.status === 403) throw new MatrixRefusal(answer.text)
  return answer
}
