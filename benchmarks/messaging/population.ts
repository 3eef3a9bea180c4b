import { createHash } from 'node:crypto'
import { SignedTokens } from '#kernel/tokens/main'
import { withDatabase } from '../harness/databases.js'
import { prepared } from '../harness/rounds.js'
import type { Side } from '../harness/stage.js'
import type { Seat } from './seat.js'

/** People with sessions, in one group and in pairs; the floor has conversations of its own. */
export interface Population {
  crowd(side: Side, sockets: number): Seat[]
  group(side: Side): { sender: Seat; seats: Seat[] }
  pairs(side: Side): Seat[]
}

const PEOPLE = 1_001
const PAIRS = 100
/** Ids begin here, so that they are known beforehand. */
const FIRST = { user: 10_000, group: 10_000, pairs: { service: 20_000, floor: 30_000 } }

export async function populate(sides: readonly Side[]): Promise<Population> {
  const tokens = await prepared(sides, async ({ env }) => {
    await insert(env.DATABASE_URL!)
    return tokensOf(env.JWT_SECRET!)
  })
  const seat = (side: Side, person: number, conversationId: number, durable: 0 | 1): Seat => {
    const url = socketUrl(side, { user: FIRST.user + person, conversationId, durable })
    return { url, token: tokens(side)[person]!, conversationId }
  }
  const inGroup = (side: Side, person: number) => seat(side, person, FIRST.group, 0)
  const firstPair = ({ name }: Side) => FIRST.pairs[name === 'floor' ? 'floor' : 'service']

  return {
    crowd: (side, sockets) =>
      Array.from({ length: sockets }, (_, index) => inGroup(side, index % PEOPLE)),
    group: (side) => ({
      sender: inGroup(side, 0),
      seats: Array.from({ length: PEOPLE - 1 }, (_, index) => inGroup(side, index + 1)),
    }),
    pairs: (side) =>
      Array.from({ length: PAIRS * 2 }, (_, index) =>
        seat(side, index, firstPair(side) + Math.floor(index / 2), 1)
      ),
  }
}

function socketUrl(
  { name, service: { url } }: Side,
  { user, conversationId, durable }: { user: number; conversationId: number; durable: 0 | 1 }
): string {
  const root = url.replace('http', 'ws')
  if (name !== 'floor') return `${root}/ws/im`
  return `${root}/?user=${user}&conversation=${conversationId}&durable=${durable}`
}

function tokensOf(secret: string): Promise<string[]> {
  const signed = new SignedTokens('chancery', [secret])
  const people = Array.from({ length: PEOPLE }, (_, index) => String(FIRST.user + index))
  return Promise.all(people.map((id) => signed.sign('at+jwt', { sub: id, sid: nameOf(id) }, 7_200)))
}

/** Of the session that a person has. */
function nameOf(id: string): string {
  return createHash('md5').update(id).digest('hex')
}

async function insert(databaseUrl: string): Promise<void> {
  const [people, pairs] = [
    `generate_series(0, ${PEOPLE - 1}) n`,
    `generate_series(0, ${PAIRS - 1}) n`,
  ]
  const { user, group } = FIRST
  const statements = [
    `insert into users (id, username, nickname, password, status, created_at, updated_at)
     select ${user} + n, 'talker-' || n, 'Talker ' || n, '-', 'enabled', now(), now() from ${people}`,
    `insert into sessions (id, user_id, sid, device, created_at, last_used_at, expires_at)
     select ${user} + n, ${user} + n, md5((${user} + n)::text), '', now(), now(), now() + interval '1 day' from ${people}`,
    `insert into conversations (id, type, name, owner_id, created_at) values (${group}, 'group', 'Everybody', ${user}, now())`,
    `insert into conversation_members (conversation_id, user_id, created_at)
     select ${group}, ${user} + n, now() from ${people}`,
    ...Object.values(FIRST.pairs).flatMap((first) => [
      `insert into conversations (id, type, created_at) select ${first} + n, 'direct', now() from ${pairs}`,
      `insert into conversation_members (conversation_id, user_id, created_at)
       select ${first} + n, ${user} + 2 * n + one, now() from ${pairs}, generate_series(0, 1) one`,
    ]),
    'analyze',
  ]
  await withDatabase(databaseUrl, async (query) => {
    for (const statement of statements) await query(statement)
  })
}
