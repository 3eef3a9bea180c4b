import { Random } from '../../../conformance/openapi/fuzz/random.js'
import type { History } from '../history.js'
import type { Event } from '../oracle/event.js'
import { verdictOn } from '../oracle/verdict.js'
import type { World } from '../oracle/world.js'
import { mainTableOf } from '../requests/named_rows.js'
import type { Request } from '../requests/request.js'

const OF_REACH =
  /^(users|user_roles|roles|role_\w+|menus|departments|documents|document_shares|document_reviews|stored_files|sessions)$/
const SHOWN = [
  '/app/system/users/{id}',
  '/app/system/departments/{id}',
  '/app/files/{id}',
  '/app/document/{id}',
]
const LATEST = 12
const MOST = 2

/** Whom a change took something from, or gave something, looks at once: the next request knows of it. */
export async function followUp(history: History, event: Event, seed: number): Promise<void> {
  if (!event.changes.some(({ table }) => OF_REACH.test(table))) return
  const { before, after } = event
  const turned = looks(history, after).filter(
    (request) => mayBe(request, before) !== mayBe(request, after)
  )
  const random = new Random(seed, 1)
  for (let count = 0; count < MOST && turned.length > 0; count++) {
    const [request] = turned.splice(random.integer(0, turned.length - 1), 1)
    await history.ask(request!)
  }
}

const mayBe = (request: Request, world: World): boolean => verdictOn(request, world).so !== 'never'

/** Everybody at each of the latest rows. */
function looks(history: History, world: World): Request[] {
  const operations = SHOWN.map((path) => history.operation('GET', path))
  return operations.flatMap((operation) => {
    const rows = world.rows(mainTableOf(operation.path)!)
    const ids = rows.map(({ id }) => Number(id)).sort((one, other) => other - one)
    return ids.slice(0, LATEST).flatMap((id) =>
      history.people.map((by) => {
        const asker = { by, login: by.login ?? null }
        return { operation, ...asker, ids: { id }, query: {}, body: null, file: null }
      })
    )
  })
}
