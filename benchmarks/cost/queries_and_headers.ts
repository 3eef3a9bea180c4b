import { filled, HOSTILE_TEXTS } from './hostile_texts.js'

/** The line of a request and its headers have 16 KB together. */
const ROOM = 14_000

export interface HostileQuery {
  kind: string
  query: string
}

export function hostileQueries(parameters: readonly string[]): HostileQuery[] {
  const named = parameters.flatMap((name) =>
    Object.entries(HOSTILE_TEXTS).flatMap(([kind, text]) => [
      { kind: `query: ${kind}`, query: `${name}=${encoded(text)}` },
      { kind: `short query: ${kind}`, query: `${name}=${encodeURIComponent(text(90))}` },
    ])
  )
  return [...SHAPES.map(([kind, part]) => ({ kind, query: filled(part, ROOM) })), ...named]
}

const SHAPES: readonly (readonly [kind: string, part: string])[] = [
  ['query: parameters', 'a=1&'],
  ['query: a list', 'a[]=1&'],
  ['query: objects', 'a[b][c][d][e][f]=1&'],
  ['query: indexes', 'a[999999]=1&'],
  ['query: brackets', '['],
  ['query: percent', '%'],
  ['query: escapes', '%C3%A9'],
  ['query: prototypes', '__proto__[a]=1&'],
]

function encoded(text: (size: number) => string): string {
  return encodeURIComponent(text(ROOM / 12))
    .slice(0, ROOM)
    .replace(/%[0-9A-F]?$/, '')
}

export const HOSTILE_HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'header: cookies': { cookie: filled('a=s:b; ', ROOM) },
  'header: other cookies': { cookie: filled('a1=e:eyJhIjoiYiJ9.eyJhIjoiYiJ9.x; ', ROOM) },
  'header: proxies': { 'x-forwarded-for': filled('127.0.0.1,', ROOM - 1) + '1' },
  'header: protocols': { 'x-forwarded-proto': filled('https,', ROOM) },
  'header: a bearer': { authorization: `Bearer ${filled('a.', ROOM)}` },
  'header: a bearer of claims': { authorization: `Bearer e30.${'W1tb'.repeat(1_000)}.x` },
  'header: blanks': { authorization: `Bearer${' '.repeat(ROOM)}x` },
  'header: a prefix': { 'x-forwarded-prefix': `/${filled('a', 190)}` },
  'header: a host': { host: `${filled('a.', 200)}a` },
  'header: types': { accept: filled('a/b;q=0.1,', ROOM) },
  'header: languages': { 'accept-language': filled('de;q=0.1,', ROOM) },
  'header: tags': { 'if-none-match': filled('W/"a",', ROOM) },
  'header: ranges': { range: `bytes=${filled('0-0,', ROOM)}` },
  'header: an origin': { origin: `https://${filled('a.', ROOM)}` },
  'header: a request id': { 'x-request-id': filled('a-', ROOM) },
  'header: a type of parts': { 'content-type': `multipart/form-data${filled('; boundary', ROOM)}` },
  'header: protocols of sockets': { 'sec-websocket-protocol': filled('bearer.a,', ROOM) },
  'header: many': Object.fromEntries(
    Array.from({ length: 900 }, (_, index) => [`x-${index}`, '1'])
  ),
}
