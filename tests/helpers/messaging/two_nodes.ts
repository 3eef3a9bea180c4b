import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Group } from '@japa/runner/core'
import { redisIsTested, RedisServer } from '../../unit/state/redis_server.js'
import { ServiceProcess } from '../service_process.js'

/** Two nodes in processes of their own, on one file of SQLite and a Redis of their own; skipped where there is no Redis. */
export function twoNodes(group: Group, settings: Record<string, string> = {}) {
  const there: { redis?: RedisServer; nodes: ServiceProcess[] } = { nodes: [] }
  const folder = mkdtempSync(join(tmpdir(), 'chancery-nodes-'))

  group.each.skip(!redisIsTested(), 'redis-server is not installed')
  group.setup(async () => {
    if (!redisIsTested()) return
    there.redis = await RedisServer.start()
    const shared = { REDIS_URL: there.redis.url, SQLITE_PATH: join(folder, 'shared.sqlite3') }
    const env = { ...shared, LOG_LEVEL: 'fatal', ...settings }
    for (let node = 0; node < 2; node++) there.nodes.push(await ServiceProcess.start(env))
  })
  group.teardown(async () => {
    for (const node of there.nodes) await node.stop()
    await there.redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  return {
    get here(): ServiceProcess {
      return there.nodes[0]!
    },
    get there(): ServiceProcess {
      return there.nodes[1]!
    },
    get redis(): RedisServer {
      return there.redis!
    },
  }
}
