/* What the configuration of an application declares, for compiling without one. */
import type { defineConfig as defineAuth } from '@adonisjs/auth'
import type { InferAuthenticators } from '@adonisjs/auth/types'
import type { DriverFactory } from '@adonisjs/drive/types'
import type { sessionGuard } from '#plugins/identity/main'

declare const auth: ReturnType<typeof defineAuth<{ jwt: ReturnType<typeof sessionGuard> }>>

declare module '@adonisjs/auth/types' {
  interface Authenticators extends InferAuthenticators<typeof auth> {}
}

declare module '@adonisjs/drive/types' {
  interface DriveDisks extends Record<'files', DriverFactory> {}
}
