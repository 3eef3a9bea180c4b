import { Random } from '../../../conformance/openapi/fuzz/random.js'
import type { Sent } from '../../../conformance/openapi/fuzz/exchange.js'
import { likely } from '../../../conformance/openapi/fuzz/values.js'
import { filePart, multipartOf } from '../../../conformance/openapi/fuzz/bodies.js'
import type { Login, Person } from '../stage/person.js'
import type { Snapshot } from '../stage/snapshot.js'
import { Linked } from './linked.js'
import { rowsNamedBy } from './named_rows.js'
import type { Operation } from './operations.js'

export interface Asker {
  by: Person | null
  login: Login | null
}

/** What somebody asks of the service. */
export interface Request extends Asker {
  operation: Operation
  ids: Readonly<Record<string, number>>
  query: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>> | null
  /** Where the operation takes one, and no JSON. */
  file: Buffer | null
}

/** Everything is listed at once. */
const MOST = '200'
const NUMBERED = 3
const JSON_TYPE = 'application/json'

export function makeRequest(
  operation: Operation,
  asker: Asker,
  rows: Snapshot,
  seed: number
): Request {
  const random = new Random(seed)
  const linked = new Linked(operation, rows, random)
  const ids: Record<string, number> = {}
  for (const name of operation.ids) ids[name] = pathId(operation, name, ids, linked, rows, random)
  const { body } = operation
  return {
    operation,
    ...asker,
    ids,
    query: queryOf(operation, linked, random),
    body: body?.type === JSON_TYPE ? linked.body(body.schema) : null,
    file: body && body.type !== JSON_TYPE ? fileFor(operation, linked) : null,
  }
}

function fileFor({ path }: Operation, linked: Linked): Buffer {
  return Buffer.from(path === '/app/system/users/import' ? linked.table() : 'just text')
}

function pathId(
  { path }: Operation,
  name: string,
  before: Readonly<Record<string, number>>,
  linked: Linked,
  rows: Snapshot,
  random: Random
): number {
  const named = rowsNamedBy(path, name)
  if (named === 'count') return random.integer(1, NUMBERED)
  const { table, within } = named
  const own = within ? rows.get(table)!.filter((row) => row[within] === before.id) : []
  return own.length > 0 && random.chance(0.6) ? Number(random.pick(own).id) : linked.id(table)
}

function queryOf(operation: Operation, linked: Linked, random: Random): Record<string, string> {
  const query: Record<string, string> = {}
  for (const { name, schema, required, in: place } of operation.parameters) {
    if (place !== 'query') continue
    if (name === 'pageSize') query.pageSize = MOST
    else if (name === 'flat') query.flat = 'true'
    else if (name === 'ids') query.ids = linked.idsOf(tableOf(operation), 2).join(',')
    else if (name === 'drop') query.drop = String(random.chance(0.5))
    else if (required) query[name] = String(likely(schema, random))
  }
  const subject = { user: 'users', department: 'departments', role: 'roles' }[query.subjectType!]
  if (subject) query.subjectId = String(linked.id(subject))
  return query
}

/** Of what several are deleted at once. */
function tableOf({ path }: Operation): string {
  return path === '/app/document' ? 'documents' : path.slice(path.lastIndexOf('/') + 1)
}

export function sentBy({ operation, ids, query, body, file, login }: Request): Sent {
  const path = Object.entries(ids).reduce(
    (text, [name, id]) => text.replace(`{${name}}`, String(id)),
    operation.path
  )
  const search = new URLSearchParams(query).toString()
  const target = path.replaceAll(/\{\w+\}/g, 'a') + (search && `?${search}`)
  const authorization: Record<string, string> = login
    ? { authorization: `Bearer ${login.access}` }
    : {}
  const { method } = operation
  if (body) {
    const headers = { ...authorization, 'content-type': JSON_TYPE }
    return { method, target, headers, body: Buffer.from(JSON.stringify(body)) }
  }
  if (!file) return { method, target, headers: authorization }
  const name = operation.path.endsWith('/import') ? 'a.csv' : 'a.txt'
  const { type, bytes } = multipartOf([filePart('file', { name, bytes: file })])
  return { method, target, headers: { ...authorization, 'content-type': type }, body: bytes }
}

/** For the reader. */
export function wordsOf(request: Request): string {
  const { by, login, file } = request
  const { method, target, body } = sentBy(request)
  const who = by ? `${by.name}${login?.hasEnded ? ', whose login has ended' : ''}` : 'nobody'
  const sent = file ?? body
  const text = sent ? ` ${sent.toString().slice(0, 200)}` : ''
  return `${who}: ${method} ${target}${text}`
}
