import app from '@adonisjs/core/services/app'
import { defineConfig } from '@adonisjs/transmit'
import redisConfig from '#config/redis'
import { Bus, BusTransport } from '#kernel/state/main'

const betweenNodes = {
  driver: () => new BusTransport(() => app.container.make(Bus)),
  channel: 'transmit',
}

export default defineConfig({
  pingInterval: '25s',
  transport: redisConfig.shared ? betweenNodes : null,
})
