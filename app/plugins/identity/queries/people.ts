import { actAsSystem } from '#kernel/operator/acting'
import User from '../models/user.js'

/** What one operator may know of any other. */
export interface Card {
  id: number
  username: string
  nickname: string
  avatar: string | null
  departmentId: number | null
  active: boolean
}

interface CardRow {
  id: number
  username: string
  nickname: string
  avatar: string | null
  department_id: number | null
  status: string
}

const MOST_IDS = 1_000
const CARD = ['id', 'username', 'nickname', 'avatar', 'department_id', 'status']

/** Names and presence of operators, for plugins that let them meet. */
export class People {
  /** By id; whoever does not exist is missing. */
  async cardsOf(ids: readonly number[]): Promise<Map<number, Card>> {
    const rows = await actAsSystem('names of people one deals with', () => this.#rows(ids))
    return new Map(rows.map((row) => [Number(row.id), toCard(row)]))
  }

  /** Those of `ids` that exist and are enabled. */
  async activeAmong(ids: readonly number[]): Promise<Set<number>> {
    const cards = await this.cardsOf(ids)
    return new Set([...cards.values()].filter(({ active }) => active).map(({ id }) => id))
  }

  /** Cards of those of `ids` that are within the reach of whoever acts. */
  async withinReach(ids: readonly number[]): Promise<Map<number, Card>> {
    const rows = await this.#rows(ids)
    return new Map(rows.map((row) => [Number(row.id), toCard(row)]))
  }

  /** Ids of enabled operators within the reach of whoever acts, in order, in batches. */
  async *active(departmentIds: readonly number[] | null): AsyncGenerator<number[]> {
    let after = 0
    let batch: number[]
    do {
      batch = await this.#activeAfter(after, departmentIds)
      after = batch.at(-1) ?? after
      if (batch.length > 0) yield batch
    } while (batch.length === MOST_IDS)
  }

  async #activeAfter(after: number, departmentIds: readonly number[] | null): Promise<number[]> {
    const query = User.query().where('status', 'enabled').where('id', '>', after)
    if (departmentIds) query.whereIn('departmentId', [...departmentIds])
    const rows = await query.orderBy('id').limit(MOST_IDS).select('id').pojo<{ id: number }>()
    return rows.map(({ id }) => Number(id))
  }

  async #rows(ids: readonly number[]): Promise<CardRow[]> {
    const found: CardRow[] = []
    const unique = [...new Set(ids)]
    for (let from = 0; from < unique.length; from += MOST_IDS) {
      const some = unique.slice(from, from + MOST_IDS)
      found.push(...(await User.query().whereIn('id', some).select(CARD).pojo<CardRow>()))
    }
    return found
  }
}

function toCard({ id, username, nickname, avatar, department_id, status }: CardRow): Card {
  return {
    id: Number(id),
    username,
    nickname,
    avatar,
    departmentId: department_id === null ? null : Number(department_id),
    active: status === 'enabled',
  }
}
