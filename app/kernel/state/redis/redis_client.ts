import type { RedisConnection } from '@adonisjs/redis'
import { ADD_MEMBER, BUMP, ENTER, INCREMENT, MEMBERS, READ_STAMPS } from './scripts.js'

type Scripted = (keys: number, ...keysAndArguments: (string | number)[]) => Promise<never>

export interface Scripts {
  chanceryEnter: (...all: Parameters<Scripted>) => Promise<string>
  chanceryReadStamps: (...all: Parameters<Scripted>) => Promise<string>
  chanceryBump: (...all: Parameters<Scripted>) => Promise<number>
  chanceryIncrement: (...all: Parameters<Scripted>) => Promise<number>
  chanceryAddMember: (...all: Parameters<Scripted>) => Promise<number>
  chanceryMembers: (...all: Parameters<Scripted>) => Promise<string[][]>
}

export type RedisClient = RedisConnection['ioConnection']
export type ScriptedClient = RedisClient & Scripts

const SCRIPTS: Record<keyof Scripts, string> = {
  chanceryEnter: ENTER,
  chanceryReadStamps: READ_STAMPS,
  chanceryBump: BUMP,
  chanceryIncrement: INCREMENT,
  chanceryAddMember: ADD_MEMBER,
  chanceryMembers: MEMBERS,
}

/** Teaches a connection the scripts; they are sent by their hash and loaded again after a restart of Redis. */
export function withScripts(client: RedisClient): ScriptedClient {
  for (const [name, lua] of Object.entries(SCRIPTS)) client.defineCommand(name, { lua })
  return client as ScriptedClient
}
