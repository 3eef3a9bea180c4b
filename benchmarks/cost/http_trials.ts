import { bodiesOfSchema, jsonBodies, type HostileBody } from './json_bodies.js'
import type { HostileTarget } from './operations.js'
import { partBodies } from './part_bodies.js'
import { HOSTILE_HEADERS, hostileQueries } from './queries_and_headers.js'
import type { Trial } from './trial.js'
import { send, type WireRequest } from './wire.js'

const KB = 1024
const JSON_TYPE = { 'content-type': 'application/json' }
const PUBLIC_SIZE = 15 * KB
const LARGEST_SIZE = 1000 * KB

export interface HttpParts {
  port: number
  /** Of the clerk; `null` makes it nobody. */
  token: (() => string) | null
  /** Trials of one operation at most, evenly taken; 0 for all of them. */
  most: number
}

/** Everything hostile that goes over HTTP to one operation. */
export function httpTrials(target: HostileTarget, parts: HttpParts): Trial[] {
  const trials = [
    ...bodyTrials(target, parts),
    ...queryTrials(target, parts),
    ...headerTrials(target, parts),
  ]
  return evenly(trials, parts.most)
}

function bodyTrials(target: HostileTarget, parts: HttpParts): Trial[] {
  if (target.method === 'GET') return []
  const reads = parts.token !== null || target.isPublic
  const size = parts.token === null ? PUBLIC_SIZE : LARGEST_SIZE
  const bodies = [
    ...jsonBodies(size),
    ...(parts.token === null ? jsonBodies(LARGEST_SIZE).slice(0, 6) : []),
    ...(reads && target.json ? bodiesOfSchema(target.json, size) : []),
    ...(target.takesParts ? partBodies(LARGEST_SIZE) : partBodies(PUBLIC_SIZE).slice(0, 2)),
  ]
  return bodies.map((body) => trial(target, parts, body.kind, ofBody(target, body)))
}

function queryTrials(target: HostileTarget, parts: HttpParts): Trial[] {
  const reads = parts.token !== null || target.isPublic
  return hostileQueries(reads ? target.queryNames : []).map(({ kind, query }) =>
    trial(target, parts, kind, { ...bare(target), target: `${target.path}?${query}` })
  )
}

function headerTrials(target: HostileTarget, parts: HttpParts): Trial[] {
  return Object.entries(HOSTILE_HEADERS).map(([kind, headers]) =>
    trial(target, parts, kind, { ...bare(target), headers: { ...JSON_TYPE, ...headers } })
  )
}

function trial(
  target: HostileTarget,
  { port, token }: HttpParts,
  kind: string,
  request: WireRequest
): Trial {
  return {
    actor: token ? 'clerk' : 'nobody',
    kind,
    target: target.name,
    run: () => {
      const bearer: Record<string, string> = token ? { authorization: `Bearer ${token()}` } : {}
      return send(port, { ...request, headers: { ...bearer, ...request.headers } })
    },
  }
}

function ofBody(target: HostileTarget, { bytes, headers, crumbs }: HostileBody): WireRequest {
  return { method: target.method, target: target.path, headers, body: bytes, crumbs }
}

function bare({ method, path }: HostileTarget): WireRequest {
  const takes = method === 'GET' ? {} : { body: Buffer.from('{}') }
  return { method, target: path, headers: JSON_TYPE, ...takes }
}

function evenly(trials: readonly Trial[], most: number): Trial[] {
  if (most === 0 || trials.length <= most) return [...trials]
  return Array.from(
    { length: most },
    (_, index) => trials[Math.floor((index * trials.length) / most)]!
  )
}
