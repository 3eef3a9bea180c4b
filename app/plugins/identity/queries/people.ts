import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem, type Operator } from '#kernel/acting/main'
import { dialectOf } from '#kernel/database/main'
import User from '../models/user.js'
import { namesContain } from './name_search.js'

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

interface AddressedRow extends CardRow {
  email: string | null
}

const MOST_IDS = 1_000
const CARD = ['id', 'username', 'nickname', 'avatar', 'department_id', 'status']

/** As who acts, without a session. */
export function operatorOf({
  id,
  username,
  nickname,
  departmentId,
}: Pick<Card, 'id' | 'username' | 'nickname' | 'departmentId'>): Operator {
  return { id, username, nickname, departmentId, sessionId: null }
}

/** Names and presence of operators, for plugins that let them meet. */
export class People {
  /** By id; whoever does not exist is missing. With a client, as its transaction sees them. */
  async cardsOf(ids: readonly number[], client?: QueryClientContract): Promise<Map<number, Card>> {
    const rows = await actAsSystem('names of people one deals with', () => this.#rows(ids, client))
    return new Map(rows.map((row) => [Number(row.id), toCard(row)]))
  }

  /** Those of `ids` that exist and are enabled. */
  async activeAmong(ids: readonly number[], client?: QueryClientContract): Promise<Set<number>> {
    const cards = await this.cardsOf(ids, client)
    return new Set([...cards.values()].filter(({ active }) => active).map(({ id }) => id))
  }

  /** Cards of those of `ids` that are within the reach of whoever acts. With a client, as its transaction sees them. */
  async withinReach(
    ids: readonly number[],
    client?: QueryClientContract
  ): Promise<Map<number, Card>> {
    const rows = await this.#rows(ids, client)
    return new Map(rows.map((row) => [Number(row.id), toCard(row)]))
  }

  /**
   * Cards of enabled operators whose name or user name contains the keyword, by name, in batches; of all where there
   * is none. Whoever asks says which of them may be shown.
   */
  async *named(keyword?: string): AsyncGenerator<Card[]> {
    for (let offset = 0; ; offset += MOST_IDS) {
      const rows = await actAsSystem('look for people by name', () => namedRows(keyword, offset))
      if (rows.length > 0) yield rows.map(toCard)
      if (rows.length < MOST_IDS) return
    }
  }

  /**
   * Cards of enabled operators with these user names or e-mail addresses, by what was given, in small letters; of the first
   * 5,000 of them.
   */
  async addressed(addresses: readonly string[]): Promise<Map<string, Card[]>> {
    const given = new Set(addresses.map((address) => address.toLowerCase()))
    const found = new Map<string, Card[]>()
    if (given.size === 0) return found
    const rows = await actAsSystem('find people by their addresses', () =>
      addressedRows([...given])
    )
    for (const row of rows)
      for (const name of new Set([row.username, row.email?.toLowerCase()]))
        if (name && given.has(name))
          found
            .set(name, found.get(name) ?? [])
            .get(name)!
            .push(toCard(row))
    return found
  }

  /** Ids of enabled operators within the reach of whoever acts, in order, in batches; those after an id, where given. */
  async *active(departmentIds: readonly number[] | null, beginAfter = 0): AsyncGenerator<number[]> {
    let after = beginAfter
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

  async #rows(ids: readonly number[], client?: QueryClientContract): Promise<CardRow[]> {
    const found: CardRow[] = []
    const unique = [...new Set(ids)]
    for (let from = 0; from < unique.length; from += MOST_IDS) {
      const some = unique.slice(from, from + MOST_IDS)
      const query = client ? User.query({ client }) : User.query()
      found.push(...(await query.whereIn('id', some).select(CARD).pojo<CardRow>()))
    }
    return found
  }
}

function namedRows(keyword: string | undefined, offset: number): Promise<CardRow[]> {
  const query = User.query().where('status', 'enabled')
  if (keyword !== undefined) {
    const { sql, bindings } = namesContain(keyword, dialectOf(query.client))
    query.whereRaw(sql, [...bindings] as string[])
  }
  return query
    .orderBy('nickname')
    .orderBy('id')
    .offset(offset)
    .limit(MOST_IDS)
    .select(CARD)
    .pojo<CardRow>()
}

const MOST_ADDRESSED = 5_000

function addressedRows(given: readonly string[]): Promise<AddressedRow[]> {
  const places = given.map(() => '?').join(', ')
  return User.query()
    .where('status', 'enabled')
    .whereRaw(`(username in (${places}) or lower(email) in (${places}))`, [...given, ...given])
    .orderBy('id')
    .limit(MOST_ADDRESSED)
    .select([...CARD, 'email'])
    .pojo<AddressedRow>()
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
