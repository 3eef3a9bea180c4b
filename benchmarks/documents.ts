import { DocumentServer, SECRET, Session } from './documents/document_server.js'
import { withDatabase } from './harness/databases.js'
import type { Figure } from './harness/figures.js'
import { measureCalls, type Load } from './harness/load.js'
import type { Options } from './harness/options.js'
import { adminToken, bearer, call } from './harness/people.js'
import { prepared, underCalls, underLoad, type Of } from './harness/rounds.js'
import { raise, type Side } from './harness/stage.js'

const DOCUMENTS = 10_000
const SESSIONS = 8

/** Lists beside the floor; the configuration of the editor, and its saves. */
export async function benchDocuments(options: Options): Promise<Figure[]> {
  const server = await DocumentServer.start()
  try {
    const env = {
      EDITOR_ENABLED: 'true',
      EDITOR_JWT_SECRET: SECRET,
      EDITOR_DOCUMENT_SERVER_URL: server.url,
      STORAGE_PER_USER: '1tb',
    }
    const sides = await raise(options, { env, floor: 'server' })
    return await measureAll(sides, server.url, options)
  } finally {
    server.stop()
  }
}

async function measureAll(
  sides: readonly Side[],
  from: string,
  options: Options
): Promise<Figure[]> {
  const seeded = await prepared(sides, async (side) => {
    const token = await adminToken(side)
    const sessions: Session[] = []
    for (let count = 0; count < SESSIONS; count++) sessions.push(await Session.open(side, token))
    return { headers: bearer(token), sessions, documentId: await populate(side, token) }
  })
  const get =
    (pathOf: (documentId: number) => string, connections: number): Of<Load> =>
    (side) => {
      const { headers, documentId } = seeded(side)
      return { path: pathOf(documentId), headers, connections }
    }
  const list = get(() => '/app/document', 50)
  const byKeyword = get(() => '/app/document?keyword=Minutes%2012', 50)
  const config = get((id) => `/app/document/${id}/editor-config`, 10)
  const services = sides.filter(({ name }) => name !== 'floor')
  return [
    ...(await underLoad('documents: list', sides, options, list)),
    ...(await underLoad('documents: list by keyword', sides, options, byKeyword)),
    ...(await underLoad('documents: editor configuration', services, options, config)),
    ...(await underCalls('documents: save of 1 MB', services, options.rounds, (side, warmUp) =>
      measureCalls(
        side.service,
        { callers: SESSIONS, seconds: warmUp ? 1 : options.seconds },
        (caller) => seeded(side).sessions[caller]!.save(from)
      )
    )),
  ]
}

/** Many documents like one that the API has made; resolves to the id of that one. */
async function populate(side: Side, token: string): Promise<number> {
  const body = { title: 'Minutes', fileType: 'docx' }
  const { id } = await call<{ id: number }>(side, 'POST', '/app/document', { token, body })
  await withDatabase(side.env.DATABASE_URL!, async (query) => {
    const { rows } = await query(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = current_schema() and table_name = 'documents'
         and column_name not in ('id', 'title', 'session_key')`
    )
    const { names } = rows[0] as { names: string }
    const values = names.replace('search_text', `lower('Minutes ' || n)`)
    await query(
      `insert into documents (title, session_key, ${names})
       select 'Minutes ' || n, 'bench-' || n, ${values}
       from documents, generate_series(1, ${DOCUMENTS}) n where id = ${id}`
    )
    await query('analyze')
  })
  return id
}
