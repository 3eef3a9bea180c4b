import redis from '@adonisjs/redis/services/main'
import { defineConfig } from '@adonisjs/transmit'
import redisConfig from '#config/redis'
import { LastingRedisTransport } from '#kernel/state/main'

const { shared, prefix, connections } = redisConfig

const redisTransport = {
  driver: () => new LastingRedisTransport(redis.connection('main').ioConnection),
  /** Redis keeps channels of all its databases in one space. */
  channel: `${prefix}${connections.main.db}:transmit`,
}

export default defineConfig({
  pingInterval: '25s',
  transport: shared ? redisTransport : null,
})
