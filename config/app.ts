import env from '#start/env'
import app from '@adonisjs/core/services/app'
import type { Secret } from '@adonisjs/core/helpers'
import { defineConfig } from '@adonisjs/core/http'
import { refuseUrl, trustedProxies } from '#kernel/http/main'
import { list } from '#config/env_list'

export const appKey: Secret<string> = env.get('APP_KEY')

export const http = defineConfig({
  generateRequestId: true,
  allowMethodSpoofing: false,
  useAsyncLocalStorage: false,
  trustProxy: trustedProxies(list(env.get('TRUSTED_PROXIES'))),
  router: { matcher: 'tree' },
  /** A comma is part of a value: lists such as `sort` and `ids` are taken apart where they are checked. */
  qs: { parse: { comma: false, parameterLimit: 100 } },
  onBadUrl: refuseUrl,
})

/** For how long browsers call this host by TLS alone, once they were answered over TLS. */
export const hstsSeconds = 31_536_000

/** How long a statement of the running service may take, and a transaction may lie idle, in seconds; 0 for no limit. */
export const querySeconds = 60

/** Where the page with links to what runs here is. */
export const landingPath = '/'

/** Whether the service starts with routes outside of plugins that do not declare who may call them: `refused` or `served`. */
export const undeclaredRoutes = 'refused'

/** Of people who have set none, and whose clients accept none of those there are. */
export const defaultLanguage = env.get('DEFAULT_LANGUAGE')

/** Whether each request that was answered is a line of the log. */
export const accessLog = env.get('ACCESS_LOG')

/** Whether pending migrations run when the service starts. */
export const migrateOnStart = env.get('MIGRATE_ON_START')

/** How the service stops. */
export const stop = {
  drainSeconds: env.get('STOP_DRAIN_SECONDS') ?? (app.inProduction ? 3 : 0),
  /** After this a hanging request no longer keeps the process alive; exit code 1. */
  limitSeconds: 30,
}
