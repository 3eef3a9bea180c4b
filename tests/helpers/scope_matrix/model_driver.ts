import db from '@adonisjs/lucid/services/db'
import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import type { Listing } from '#kernel/listing/main'
import {
  everything,
  ownRowsOf,
  unionOf,
  type Reach,
  actAsOperator,
  actAsSystem,
} from '#kernel/acting/main'
import { tableScopeOf } from '#kernel/data_scope/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { home, tree, verbs, type DepartmentName, type MatrixRole } from './cases.js'
import type { MatrixDriver, MatrixHands, MatrixOrganisation } from './driver.js'
import { liesUnder, type MatrixRow } from './oracle.js'
import { runScopeMatrix } from './run.js'

interface ListedRow {
  id: number
}

export interface ModelMatrix<Model extends LucidModel> {
  organisation: MatrixOrganisation | (() => MatrixOrganisation)
  /** Deletes and makes anew the subject's rows; see `rowsOfEveryKind`. */
  rows: () => Promise<readonly MatrixRow[]>
  /** Changes a row so that `save` writes it. */
  change: (row: InstanceType<Model>) => void
  /** Through which the operator acts, where it matters to rows that are reached in a further way. */
  permission?: string
  /** Of rows without an owner's or department's own column the verbs still apply. */
  listing?: Listing<ListedRow, {}>
  /** Ids of the subject's rows that come along with another model's. */
  preload?: () => Promise<number[]>
  /** Whether scopes are combined as well. */
  isFull?: boolean
  /** Whether rows may be deleted through the model. */
  deletable?: boolean
}

/** A role that the operator of every case has, for rows that are handed to one. */
export const MATRIX_ROLE = 4_711

const names = Object.keys(tree) as DepartmentName[]

/** Owners and departments in every combination; the subject's factory makes a row of each. */
export const rowsOfEveryKind = (['me', 'other', null] as const).flatMap((owner) =>
  [...names, null].map((department) => ({ owner, department }))
)

/**
 * Runs the matrix over a model itself: queries, instances, relations, and its list.
 *
 * ```ts
 * test.group('Orders | scope matrix', (group) => {
 *   modelScopeMatrix(Order, { organisation, rows: makeOrders, change: (order) => (order.title = 'changed') })
 * })
 * ```
 */
export function modelScopeMatrix<Model extends LucidModel>(
  model: Model,
  subject: ModelMatrix<Model>
): void {
  const organisation = () =>
    typeof subject.organisation === 'function' ? subject.organisation() : subject.organisation
  const unable = [
    subject.preload ? '' : 'preload',
    ...(subject.deletable === false ? ['delete', 'bulkDelete'] : []),
  ]
  const made = { rows: [] as readonly MatrixRow[] }
  const ids = () => made.rows.map(({ id }) => id)

  const driver: MatrixDriver = {
    isFull: subject.isFull,
    verbs: verbs.filter((verb) => !unable.includes(verb)),
    bulk: 'within',
    ungranted: 'nothing',
    reset: async () => (made.rows = await actAsSystem('the matrix makes its rows', subject.rows)),
    as: async ({ roles }) => {
      const granting = roles.filter(({ grants }) => grants)
      const reach = unionOf(granting.map((role) => reachOf(model, role, organisation())))
      const permission = granting.length > 0 ? (subject.permission ?? 'matrix:row:any') : null
      return acting(handsOf(model, subject, ids), { reach, permission }, organisation())
    },
    stored: async () =>
      (await db.from(model.table).whereIn('id', ids()).select('id')).map(({ id }) => Number(id)),
  }
  runScopeMatrix(driver)
}

function handsOf<Model extends LucidModel>(
  model: Model,
  subject: ModelMatrix<Model>,
  ids: () => number[]
): MatrixHands {
  const { listing } = subject
  const rows = () => model.query().whereIn('id', ids())
  return {
    list: async () => [
      ...(await rows()).map(idOf),
      ...(listing ? await listed(listing, ids()) : []),
    ],
    count: async () =>
      Number((await rows().count('* as total').pojo<{ total: unknown }>())[0]!.total),
    show: async (id) =>
      agree((await model.find(id)) !== null, listing && (await listing.find(id)) !== null),
    update: async (id) => whetherFound(async () => save(await anyRow(model, id), subject)),
    delete: async (id) => whetherFound(async () => (await anyRow(model, id)).delete()),
    bulkDelete: async (wanted) => {
      await model.query().whereIn('id', wanted).delete()
      return true
    },
    export: async () =>
      listing
        ? collect(listing.stream({}))
        : (await rows().pojo<ListedRow>()).map(({ id }) => Number(id)),
    preload: subject.preload,
  }
}

/** Loaded past the scope, so that it is the write that must find the row out of reach. */
async function anyRow<Model extends LucidModel>(model: Model, id: number) {
  return actAsSystem('the matrix holds a row out of reach', () => model.findOrFail(id))
}

async function save<Model extends LucidModel>(
  row: InstanceType<Model>,
  { change }: ModelMatrix<Model>
) {
  change(row)
  await row.enableForceUpdate().save()
}

function acting(
  hands: MatrixHands,
  held: { reach: Reach; permission: string | null },
  { operator, departments }: MatrixOrganisation
): MatrixHands {
  const me = {
    id: operator,
    username: 'me',
    nickname: 'Me',
    departmentId: departments[home],
    sessionId: null,
  }
  const as =
    (work: (...args: never[]) => unknown) =>
    (...args: never[]) =>
      actAsOperator({ operator: me, roles: [MATRIX_ROLE], ...held }, () => work(...args))
  const entries = Object.entries(hands).map(([verb, work]) => [verb, work && as(work)])
  return Object.fromEntries(entries) as MatrixHands
}

/** The reach a role's scope stands for; a model without departments is reached by its owners alone. */
export function reachOf(
  model: LucidModel,
  { scope, departments }: MatrixRole,
  organisation: MatrixOrganisation
): Reach {
  if (scope === 'all') return everything
  if (scope === 'self') return ownRowsOf(organisation.operator)
  if (!tableScopeOf(model)?.department) return unionOf([])

  const wanted = {
    department: [home],
    department_and_below: names.filter((name) => liesUnder(name, home)),
    custom: departments,
  }
  return {
    kind: 'rows',
    owner: null,
    departments: wanted[scope].map((name) => organisation.departments[name]),
  }
}

async function whetherFound(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof E_NOT_FOUND) return false
    throw error
  }
}

async function listed(listing: Listing<ListedRow, {}>, ids: number[]): Promise<number[]> {
  const first = await listing.page({ pageSize: 200 })
  const rows = await collect(listing.stream({}))
  return first.total === rows.length ? rows.filter((id) => ids.includes(id)) : [Number.NaN]
}

async function collect(rows: AsyncIterable<ListedRow>): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of rows) ids.push(id)
  return ids
}

/** Two ways of asking that must give one answer. */
function agree(first: boolean, second: boolean | undefined): boolean {
  if (second !== undefined && first !== second)
    throw new Error('The model and its list disagree about a row')
  return first
}

function idOf(row: LucidRow): number {
  return Number(row.$primaryKeyValue)
}
