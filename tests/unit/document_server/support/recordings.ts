import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Claims } from '#tests/fakes/document_server/tokens'

/** A folder of recordings of the real server; they are not part of this repository. */
const FOLDER = process.env.EDITOR_TRACES_DIR

export interface RecordedEvent {
  dir: string
  method?: string
  path?: string
  rawHeaders?: string[]
  bodyText?: string
  body?: Claims
  payload?: Claims
  authorizationDecoded?: { verified: Claims }
  bodyTokenDecoded?: { verified: Claims }
  reply?: { status: number; body: string } | string
}

export const haveRecordings = FOLDER !== undefined && existsSync(FOLDER)

/** The events of the scenario whose name starts so, for instance `s06`. */
export function recording(start: string): RecordedEvent[] {
  const folder = FOLDER ?? ''
  const file = readdirSync(folder).find((name) => name.startsWith(`${start}_`))
  if (!file) throw new Error(`No recording starts with ${start}`)

  return (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { events: RecordedEvent[] })
    .events
}

interface ComparableRequest {
  method: string
  headerNames: string[]
  body: Claims
  bodyToken: Claims
  headerToken: Claims
}

const FACTS = ['status', 'users', 'actions', 'notmodified', 'forcesavetype', 'userdata', 'filetype']

const members = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []

/** File links differ in host and number, histories in their dates: their form is compared. */
const formOf = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .replace(/^https?:\/\/[^/]+/, '')
        .replace(/(?<=data\/)[^/]+(?=\/)/, '<key>_<n>')
        .replace(/md5=[\w-]{22}/, 'md5')
        .replace(/expires=\d+/, 'expires')
    : value

/** A request reduced to what the fake must have in common with the real server. */
export function shapeOf({ method, headerNames, ...request }: ComparableRequest) {
  const { body, bodyToken, headerToken } = request
  const facts = Object.fromEntries(FACTS.map((name) => [name, body[name]]))
  const history = body.history as { changes?: Claims[] } | undefined

  return {
    ...{ method, headerNames },
    bodyMembers: members(body),
    bodyToken: members(bodyToken),
    headerToken: [...members(headerToken), ...members(headerToken.payload)],
    lifetime: Number(headerToken.exp) - Number(headerToken.iat),
    facts: {
      ...facts,
      url: formOf(body.url),
      changesurl: formOf(body.changesurl),
      history: members(history),
      changes: history?.changes?.map((change) => [members(change), members(change.user)]),
    },
  }
}

export const recordedShapes = (events: RecordedEvent[]) =>
  events
    .filter(({ dir }) => dir === 'docserver->host')
    .map((event) =>
      shapeOf({
        method: event.method ?? '',
        headerNames: (event.rawHeaders ?? []).filter((_, index) => index % 2 === 0),
        body: event.body ?? {},
        bodyToken: event.bodyTokenDecoded?.verified ?? {},
        headerToken: event.authorizationDecoded?.verified ?? {},
      })
    )
