import { defineConfig } from '@adonisjs/core/app'
import { mountPlugins } from '#kernel/plugins/main'
import plugins from '#config/plugins'

export default defineConfig({
  presets: [mountPlugins(plugins)],

  commands: [() => import('@adonisjs/core/commands'), () => import('@adonisjs/lucid/commands')],

  providers: [
    () => import('@adonisjs/core/providers/app_provider'),
    () => import('@adonisjs/core/providers/hash_provider'),
    { file: () => import('@adonisjs/core/providers/repl_provider'), environment: ['repl', 'test'] },
    () => import('@adonisjs/core/providers/vinejs_provider'),
    () => import('@adonisjs/cors/cors_provider'),
    () => import('@adonisjs/lucid/database_provider'),
    () => import('@adonisjs/redis/redis_provider'),
    () => import('@adonisjs/limiter/limiter_provider'),
    () => import('@adonisjs/lock/lock_provider'),
    () => import('@adonisjs/drive/drive_provider'),
    () => import('@adonisjs/auth/auth_provider'),
    () => import('#providers/app_provider'),
  ],

  preloads: [() => import('#start/kernel')],

  tests: {
    suites: [
      { name: 'unit', files: ['tests/unit/**/*.spec.{ts,js}'], timeout: 600_000 },
      { name: 'architecture', files: ['tests/architecture/**/*.spec.{ts,js}'], timeout: 600_000 },
      { name: 'functional', files: ['tests/functional/**/*.spec.{ts,js}'], timeout: 600_000 },
    ],
    forceExit: true,
  },

  metaFiles: [
    { pattern: 'stubs/**/*', reloadServer: false },
    { pattern: 'app/**/assets/**/*', reloadServer: false },
  ],
})
