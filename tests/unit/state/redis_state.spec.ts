import { conformance } from './conformance.js'
import { startNode } from './node.js'
import { redisIsTested, RedisServer } from './redis_server.js'

const start = async () => {
  const server = await RedisServer.start()
  const [here, there] = [await startNode(server.url), await startNode(server.url)]
  const close = async () => {
    await here.close()
    await there.close()
    await server.stop()
  }
  return { here, there, close }
}

if (redisIsTested()) conformance('Redis', start)
