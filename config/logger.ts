import env from '#start/env'
import app from '@adonisjs/core/services/app'
import { defineConfig, syncDestination } from '@adonisjs/core/logger'

const readable = !app.inProduction && process.stdout.isTTY

const loggerConfig = defineConfig({
  default: 'app',
  loggers: {
    app: {
      enabled: true,
      name: 'chancery',
      level: env.get('LOG_LEVEL') ?? (app.inTest ? 'silent' : 'info'),
      destination: readable ? await syncDestination() : undefined,
      redact: {
        paths: ['password', '*.password', 'token', '*.token', 'refreshToken', '*.refreshToken'],
      },
    },
  },
})

export default loggerConfig

declare module '@adonisjs/core/types' {
  export interface LoggersList extends InferLoggers<typeof loggerConfig> {}
}
