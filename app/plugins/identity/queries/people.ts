import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem, type Operator } from '#kernel/acting/main'
import type { Predicate } from '#kernel/data_scope/main'
import { dialectOf, type Dialect } from '#kernel/database/main'
import { searchTextContains } from '#kernel/listing/main'
import { type Language, LANGUAGES } from '#kernel/languages/main'
import User from '../models/user.js'

/** What every operator may see of any other. */
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
const MOST_ADDRESSED = 5_000
/** E-mail and phone, the last of the searched columns: nobody is found by them. */
const NOT_NAMES = 2
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

/** Looks operators up, for plugins in which they meet. */
export class People {
  /** By id; whoever does not exist is missing. With a client, as its transaction sees them. */
  cardsOf(ids: readonly number[], client?: QueryClientContract): Promise<Map<number, Card>> {
    return actAsSystem('names of people one deals with', () => this.withinReach(ids, client))
  }

  /** The languages that these people have set, by id; whoever has set none is missing. */
  async languagesOf(ids: readonly number[]): Promise<Map<number, Language>> {
    const languages = new Map<number, Language>()
    for (let from = 0; from < ids.length; from += MOST_IDS) {
      const some = ids.slice(from, from + MOST_IDS)
      const query = User.query()
        .whereIn('id', some)
        .whereIn('language', [...LANGUAGES])
      const rows = await actAsSystem('languages of people who are told something', () =>
        query.select('id', 'language').pojo<{ id: number; language: Language }>()
      )
      for (const { id, language } of rows) languages.set(Number(id), language)
    }
    return languages
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
    const cards = new Map<number, Card>()
    const unique = [...new Set(ids)]
    for (let from = 0; from < unique.length; from += MOST_IDS) {
      const query = User.query({ client }).whereIn('id', unique.slice(from, from + MOST_IDS))
      for (const row of await query.select(CARD).pojo<CardRow>())
        cards.set(Number(row.id), cardOf(row))
    }
    return cards
  }

  /**
   * Cards of enabled operators whose name or user name contains the keyword, by name, in batches; of all where there
   * is none. Whoever asks says which of them may be shown.
   */
  async *named(keyword?: string): AsyncGenerator<Card[]> {
    for (let offset = 0; ; offset += MOST_IDS) {
      const rows = await actAsSystem('look for people by name', () => namedRows(keyword, offset))
      if (rows.length > 0) yield rows.map(cardOf)
      if (rows.length < MOST_IDS) return
    }
  }

  /**
   * Cards of enabled operators by user name or e-mail address, as given but in lower case; of the first 5,000 of them.
   */
  async addressed(addresses: readonly string[]): Promise<Map<string, Card[]>> {
    const found = new Map(addresses.map((address) => [address.toLowerCase(), new Array<Card>()]))
    if (found.size === 0) return found
    const rows = await actAsSystem('find people by their addresses', () =>
      addressedRows([...found.keys()])
    )
    for (const row of rows)
      for (const address of new Set([row.username, row.email?.toLowerCase()]))
        if (address) found.get(address)?.push(cardOf(row))
    return found
  }

  /** Ids of enabled operators within the reach of whoever acts, in order, in batches. */
  async *active(departmentIds: readonly number[] | null): AsyncGenerator<number[]> {
    let batch: number[] = []
    do {
      batch = await activeAfter(batch.at(-1) ?? 0, departmentIds)
      if (batch.length > 0) yield batch
    } while (batch.length === MOST_IDS)
  }
}

/** The condition that the username or the nickname of a row of `users` contains a keyword. */
export function namesContain(keyword: string, dialect: Dialect): Predicate {
  return searchTextContains('users.search_text', keyword, dialect, NOT_NAMES)
}

async function activeAfter(
  after: number,
  departmentIds: readonly number[] | null
): Promise<number[]> {
  const query = User.query().where('status', 'enabled').where('id', '>', after)
  if (departmentIds) query.whereIn('departmentId', [...departmentIds])
  const rows = await query.orderBy('id').limit(MOST_IDS).select('id').pojo<{ id: number }>()
  return rows.map(({ id }) => Number(id))
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

function cardOf({ id, username, nickname, avatar, department_id, status }: CardRow): Card {
  return {
    id: Number(id),
    username,
    nickname,
    avatar,
    departmentId: department_id === null ? null : Number(department_id),
    active: status === 'enabled',
  }
}
