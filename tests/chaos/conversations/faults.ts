import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { SECRETS } from '../../helpers/service_process.js'
import type { Dice } from './dice.js'
import type { Nodes } from './nodes.js'

export type Fault = (nodes: Nodes, dice: Dice) => Promise<void>

const kill: Fault = async (nodes, dice) => {
  const index = dice.below(2)
  await nodes.end(index, 'SIGKILL')
  await pause(dice.between(100, 1_500))
  await nodes.begin(index)
}

const restart: Fault = async (nodes, dice) => {
  const index = dice.below(2)
  await nodes.end(index, 'SIGTERM')
  await nodes.begin(index)
}

const redis: Fault = async (nodes, dice) => {
  await nodes.redis.stop()
  await pause(dice.between(300, 2_500))
  await nodes.redis.start()
}

/** As after a restored backup. */
const epoch: Fault = async (nodes) => {
  const env = { ...process.env, ...SECRETS, ...nodes.env, REDIS_URL: nodes.redis.url }
  const ace = spawn(process.execPath, ['ace.js', 'messaging:renew-epoch'], { env, stdio: 'ignore' })
  await once(ace, 'exit')
  await pause(4_000)
}

const nothing: Fault = async () => undefined

export const FAULTS: Readonly<Record<string, Fault>> = { nothing, kill, restart, redis, epoch }
