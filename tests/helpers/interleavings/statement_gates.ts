import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, Server } from 'node:http'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import pg from 'pg'
import type { Party } from './party.js'

type Method = (this: object, ...args: unknown[]) => unknown

export const PARTY_HEADER = 'x-interleaved-party'

const acting = new AsyncLocalStorage<Party>()
const parties = new Map<string, Party>()
/** Connections that were just given to a party whose turn it is: the first statement on them needs no other turn. */
const fresh = new WeakSet<object>()
const installed = { done: false }

/** Runs `work`, and every request that it makes with the party's header, as this party. */
export async function actAs<Result>(party: Party, work: () => Promise<Result>): Promise<Result> {
  await install()
  parties.set(party.name, party)
  try {
    return await acting.run(party, work)
  } finally {
    parties.delete(party.name)
    party.end()
  }
}

async function install(): Promise<void> {
  if (installed.done) return
  installed.done = true
  const server = await app.container.make('server')
  enterWithRequests(server.getNodeServer() as Server)

  const { client } = db.connection().getWriteClient() as { client: object }
  const driver = Object.getPrototypeOf(client) as object
  replace(driver, 'acquireConnection', atAcquisition)
  if (db.connection().dialect.name === 'postgres')
    replace(pg.Client.prototype, 'query', atStatement)
  else replace(driver, '_query', atStatement)
}

/** What a request does is done by the party that its header names. */
function enterWithRequests(server: Server): void {
  const emit = server.emit.bind(server)
  server.emit = (event: string, ...args: unknown[]) => {
    const [request] = args as [IncomingMessage | undefined]
    const party = event === 'request' && parties.get(String(request?.headers[PARTY_HEADER]))
    return party ? acting.run(party, () => emit(event, ...args)) : emit(event, ...args)
  }
}

/** The method of a class, found on whichever of its ancestors has it. */
function replace(prototype: object, name: string, around: (original: Method) => Method): void {
  const original = (prototype as Record<string, Method>)[name]!
  Object.assign(prototype, { [name]: around(original) })
}

/** Before a connection is asked for: one that waits for its turn must not keep it from the other. */
function atAcquisition(original: Method): Method {
  return async function (...args) {
    const party = acting.getStore()
    if (!party) return original.apply(this, args)
    await party.turn('(connects)')
    party.away()
    try {
      const connection = (await original.apply(this, args)) as object
      fresh.add(connection)
      return connection
    } finally {
      party.back()
    }
  }
}

function atStatement(original: Method): Method {
  return function (...args) {
    const party = acting.getStore()
    if (!party) return original.apply(this, args)
    const connection = this instanceof pg.Client ? this : (args[0] as object)
    const turn = fresh.delete(connection) ? Promise.resolve() : party.turn(textOf(args))
    return answeredBy(party, turn, (given) => original.apply(this, given), args)
  }
}

/** Some callers hand over a function for the answer, others wait for a promise. */
function answeredBy(
  party: Party,
  turn: Promise<void>,
  ask: (args: unknown[]) => unknown,
  args: unknown[]
): Promise<unknown> | undefined {
  const done = args.at(-1)
  if (typeof done === 'function') {
    const answer = (...answers: unknown[]) => {
      party.back()
      done(...answers)
    }
    void turn.then(() => {
      party.away()
      ask([...args.slice(0, -1), answer])
    })
    return undefined
  }
  return turn.then(async () => {
    party.away()
    try {
      return await ask(args)
    } finally {
      party.back()
    }
  })
}

function textOf(args: readonly unknown[]): string {
  const texts = args.map((arg) => {
    if (typeof arg === 'string') return arg
    const { sql, text } = (arg ?? {}) as { sql?: unknown; text?: unknown }
    return sql ?? text
  })
  return String(texts.find((text) => typeof text === 'string') ?? '?')
}
