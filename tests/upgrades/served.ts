import { isDeepStrictEqual } from 'node:util'
import type { Office } from './office.js'

type Json = null | string | number | boolean | Json[] | { [name: string]: Json }

interface Description {
  paths: Record<string, Record<string, { parameters?: { name?: string }[] }>>
}

/** Answers by path. */
export type Served = Map<string, Json>

/** Other at every call, of whoever asks now, or of the version itself. */
const PASSING_PATHS =
  /\/auth\/sessions|\/diagnosis|\/events|\/export|\/content|\/dev\/|\/system\/plugins/

/** A later version answers the same elsewhere, as its changelog says. */
const MOVED = new Set(['/app/auth/profile', '/app/moderation/acts'])

const PASSING_MEMBERS = new Set([
  ...['token', 'url', 'callbackUrl', 'scriptUrl'],
  ...['lastLoginAt', 'nextCursor', 'uptimeSeconds'],
])

/** How a plugin shows its menus among those that it brings along is for each version to say. */
const LOOKS = /[ /]menus\b.* (sort|icon|updatedAt)$/

/** They rise, at the latest when a node stops. */
const RISING = / (total|readSeq)$/

/** What every reading operation of the description answers; of rows, those that its lists name. */
export async function served(office: Office): Promise<Served> {
  const response = await office.request('GET', '/v3/api-docs')
  const { paths } = (await response.json()) as Description
  const readable = Object.keys(paths)
    .filter((path) => paths[path]!.get && !PASSING_PATHS.test(path))
    .toSorted((one, other) => one.length - other.length)
  const answers: Served = new Map()
  for (const path of readable) {
    const isList = paths[path]!.get!.parameters?.some(({ name }) => name === 'pageSize')
    for (const address of addressesOf(path, answers))
      await read(office, address, isList ? '?pageSize=200' : '', answers)
  }
  return answers
}

/** Lists as long as they may be: a row that is new moves others onto the next page. */
async function read(
  office: Office,
  address: string,
  query: string,
  answers: Served
): Promise<void> {
  const response = await office.request('GET', address + query)
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  if (!response.ok || !isJson) return void (await response.body?.cancel())
  const { data } = (await response.json()) as { data: Json }
  if (data !== undefined) answers.set(address, data)
}

/** A path with `{id}` once for each row that the list before it names. */
function addressesOf(path: string, answers: Served): string[] {
  if (!path.includes('{')) return [path.includes('?') ? path : `${path}`]
  const [list, rest] = path.split(/\/\{\w+\}(.*)/s) as [string, string]
  if (rest.includes('{')) return []
  return rowsOf(answers.get(list)).map((id) => `${list}/${id}${rest}`)
}

function rowsOf(answer: Json | undefined): number[] {
  const rows = Array.isArray(answer) ? answer : ((answer as { items?: Json[] })?.items ?? [])
  return rows.flatMap((row) => {
    const id = (row as { id?: Json } | null)?.id
    return typeof id === 'number' ? [id] : []
  })
}

/** A menu and its permission that later versions do without: the audit trail has its page. */
const GONE = ['moderation.acts', 'moderation:act:list']

/** Where what is served now lacks or contradicts what was served before; what is more is welcome. */
export function differences(before: Served, now: Served): string[] {
  const gone = goneMenus(before)
  const told = [...before].flatMap(([address, answer]) => {
    if (MOVED.has(address)) return []
    if (!now.has(address)) return [`${address} is not answered any more`]
    return compared(answer, now.get(address)!, address)
  })
  return told.filter((one) => ![...GONE, ...gone].some((part) => `${one} `.includes(part)))
}

/** What tells of these menus by their ids. */
function goneMenus(before: Served): string[] {
  const menus = before.get('/app/system/menus') as { items?: { id: number; name: string }[] }
  const ids = (menus?.items ?? []).filter(({ name }) => GONE.includes(name)).map(({ id }) => id)
  return ids.flatMap((id) => [`menuIds lacks ${id} `, `/app/system/menus/${id} `])
}

function compared(before: Json, now: Json, at: string): string[] {
  if (isDeepStrictEqual(before, now) || LOOKS.test(at)) return []
  if (Array.isArray(before) && Array.isArray(now)) return comparedLists(before, now, at)
  if (isMembers(before) && isMembers(now)) {
    return Object.entries(before)
      .filter(([name]) => !PASSING_MEMBERS.has(name))
      .flatMap(([name, value]) =>
        name in now ? compared(value, now[name]!, `${at} ${name}`) : [`${at} lacks ${name}`]
      )
  }
  if (RISING.test(at) && Number(now) >= Number(before)) return []
  return [`${at}: ${JSON.stringify(before)} became ${JSON.stringify(now)}`]
}

/** Rows by their id, other members wherever they stand. */
function comparedLists(before: Json[], now: Json[], at: string): string[] {
  return before.flatMap((one) => {
    const id = isMembers(one) ? one.id : undefined
    const other =
      id === undefined
        ? now.find((member) => compared(one, member, at).length === 0)
        : now.find((member) => isMembers(member) && member.id === id)
    if (other === undefined) return [`${at} lacks ${JSON.stringify(one).slice(0, 200)}`]
    return compared(one, other, `${at}[${String(id ?? '')}]`)
  })
}

function isMembers(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
