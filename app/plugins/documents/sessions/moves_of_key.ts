import { storedMillis } from '#kernel/database/instant'
import type DocumentKey from '../models/document_key.js'
import type { LogAction } from '../models/document_log.js'
import { ofKey, type Wanted } from './entries_of_key.js'

/** How somebody came and left in a session, as it was noted. */
export interface Moves {
  /** `null`: who is known no more, or never was. */
  userId: number | null
  comings: number
  leavings: number
  /** Numbers of entries: they come in this order. */
  first: number
  last: number
  /** 0 for none. */
  lastComing: number
  /** In milliseconds; 0 for never. */
  cameAt: number
}

type Asked = Omit<Wanted, 'actions'> & {
  /** Only of these. */
  userIds?: readonly (number | null)[]
}

interface Counted {
  operator_id: number | null
  action: LogAction
  total: number | string
  first: number | string
  last: number | string
  at: unknown
}

/** Counted by the database, as there may be many; in the order in which people were noted first. */
export async function movesOfKey(key: DocumentKey, { userIds, ...asked }: Asked): Promise<Moves[]> {
  if (userIds?.length === 0) return []
  const entries = ofKey(key, { ...asked, actions: ['editing_started', 'editing_left'] })
  if (userIds)
    void entries.where((theirs) => {
      void theirs.whereIn(
        'operatorId',
        userIds.filter((id) => id !== null)
      )
      if (userIds.includes(null)) void theirs.orWhereNull('operatorId')
    })
  const counted = await entries
    .groupBy('operator_id', 'action')
    .select('operator_id', 'action')
    .count('* as total')
    .min('id as first')
    .max('id as last')
    .max('created_at as at')
    .pojo<Counted>()
  const byPerson = Map.groupBy(counted, (one) => one.operator_id)
  const all = [...byPerson].map(([userId, theirs]) => movesOf(userId, theirs))
  return all.toSorted((one, other) => one.first - other.first)
}

function movesOf(userId: number | null, counted: readonly Counted[]): Moves {
  const came = counted.find(({ action }) => action === 'editing_started')
  const left = counted.find(({ action }) => action === 'editing_left')
  return {
    userId,
    comings: Number(came?.total ?? 0),
    leavings: Number(left?.total ?? 0),
    first: Math.min(...counted.map(({ first }) => Number(first))),
    last: Math.max(...counted.map(({ last }) => Number(last))),
    lastComing: Number(came?.last ?? 0),
    cameAt: came ? storedMillis(came.at) : 0,
  }
}

/** Those of them who are known. */
export function peopleIn(moves: readonly Moves[]): number[] {
  return moves.flatMap(({ userId }) => userId ?? [])
}
