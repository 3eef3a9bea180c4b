import env from '#start/env'
import app from '@adonisjs/core/services/app'
import { defineConfig } from '@adonisjs/cors'
import { originMatcher } from '#kernel/http/main'
import { list } from '#config/env_list'

/** Front ends that somebody develops on the same machine. */
const LOOPBACK = ['localhost', '127.0.0.1'].flatMap((host) => [
  `http://${host}`,
  `http://${host}:*`,
  `https://${host}:*`,
])

const patterns = list(env.get('SERVICE_CORS_ALLOWED_ORIGIN_PATTERNS'))
const allowed = originMatcher(patterns.length === 0 && !app.inProduction ? LOOPBACK : patterns)

/** Also asked by whoever checks an `Origin` outside of CORS, such as a WebSocket upgrade. */
export const isAllowedOrigin = allowed

export default defineConfig({
  enabled: true,
  origin: (origin) => allowed(origin),
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  headers: true,
  exposeHeaders: [
    'X-Request-Id',
    'Retry-After',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Content-Disposition',
    'ETag',
    'Content-Range',
    'Accept-Ranges',
  ],
  credentials: false,
  maxAge: 600,
})
