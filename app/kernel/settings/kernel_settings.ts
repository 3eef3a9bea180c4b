import { LANGUAGES } from '#kernel/languages/main'
import { defineSettings } from './define_settings.js'
import { E_MISSING_SETTING } from './missing_setting.js'
import { setting } from './setting.js'

const serviceSettings = defineSettings({
  title: 'Service',
  keys: {
    NODE_ENV: setting.oneOf(['development', 'production', 'test'], {
      unset: '`development`',
      who: 'every installation',
      doc: '`development`, `test` or `production`. Production makes no secrets, passwords or demo data up.',
      example: 'production',
    }),
    HOST: setting.text({
      unset: '`127.0.0.1`; `0.0.0.0` in production',
      who: 'a developer with a phone, or a document server in a container',
      doc: 'Address to listen on. Outside production the demo accounts have a known password: with `0.0.0.0` set `SEED_DEMO_DATA=false` as well.',
    }),
    PORT: setting.integer({
      default: 3333,
      min: 0,
      max: 65_535,
      who: 'a machine on which the port is taken',
      doc: 'Port to listen on; 0 has the system choose one.',
    }),
    DEFAULT_LANGUAGE: setting.oneOf(LANGUAGES, {
      default: 'en',
      who: 'an organisation whose people speak Chinese',
      doc: '`en` or `zh`: [the language](languages.md) of whoever neither has set one nor sends a header `Accept-Language`.',
    }),
    LOG_LEVEL: setting.oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      unset: '`info`',
      who: 'who looks for a fault',
      doc: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    }),
    ACCESS_LOG: setting.boolean({
      default: false,
      who: 'who must show who asked for what',
      doc: 'Whether each answered request is [a line of the log](deployment.md#the-access-log), whatever `LOG_LEVEL` says; it names operators and addresses.',
    }),
    APP_KEY: setting.secret({
      required: true,
      shortest: 32,
      shortestElsewhere: 16,
      unset: 'made up outside production',
      who: 'every installation',
      doc: 'At least 32 characters in production; derives keys, such as those of sealed editor addresses. Changing it logs nobody out.',
      example: '',
    }),
    TRUSTED_PROXIES: setting.text({
      default: 'loopback',
      who: 'an installation behind a proxy on another machine',
      doc: 'Comma list of addresses and CIDRs whose `X-Forwarded-*` headers are believed. Too few: all clients of a proxy share one rate limit. Too many: clients choose their address.',
    }),
    SERVICE_CORS_ALLOWED_ORIGIN_PATTERNS: setting.text({
      unset: 'none; loopback in development',
      who: 'a front end on another origin',
      doc: 'Comma list such as `https://*.example.com,http://localhost:*`. A bare `*` stops the boot.',
    }),
    RATE_LIMIT_PER_SECOND: setting.integer({
      default: 100,
      max: 100_000,
      who: 'an installation whose users share few addresses',
      doc: 'Requests per client address (IPv6: per /64) in any second, over all nodes; 429 beyond it.',
    }),
    STOP_DRAIN_SECONDS: setting.integer({
      unset: '`0`; `3` in production',
      min: 0,
      max: 86_400,
      who: 'an installation whose balancer notices late',
      doc: 'How long requests are still served after SIGTERM while readiness says DOWN.',
    }),
    RETENTION_DAYS: setting.text({
      unset: 'see [below](#how-long-data-is-kept)',
      who: 'an organisation with rules on how long data is kept',
      doc: 'Days by kind, such as `messages:365,sessions:90`; kinds that are not named keep their default.',
    }),
  },
})

const databaseSettings = defineSettings({
  title: 'Database and state',
  keys: {
    DB_CONNECTION: setting.oneOf(['sqlite', 'pg', 'mysql'], {
      default: 'sqlite',
      who: 'an installation of more than one node, or with its own database server',
      doc: '`sqlite`, `pg` or `mysql`.',
    }),
    DATABASE_URL: setting.text({
      secret: true,
      who: 'a platform that hands out one address',
      doc: '`postgres://user:password@host:port/name`; replaces the `DB_*` keys below. [TLS](#tls-to-the-database) is set in its query.',
    }),
    DB_HOST: setting.text({
      default: '127.0.0.1',
      who: 'a database server on another machine',
      doc: 'Its host.',
    }),
    DB_PORT: setting.integer({
      unset: '`5432` or `3306`',
      max: 65_535,
      who: 'a database server on another port',
      doc: 'Its port.',
    }),
    DB_USER: setting.text({
      unset: '`postgres` or `root`',
      who: 'every installation with a database server',
      doc: 'User who owns the database.',
    }),
    DB_PASSWORD: setting.secret({
      who: 'every installation with a database server',
      doc: 'Password of that user.',
    }),
    DB_DATABASE: setting.text({
      default: 'chancery',
      who: 'a database server that is shared',
      doc: 'Name of the database, which must exist.',
    }),
    DB_POOL_MAX: setting.integer({
      default: 10,
      who: 'an installation under load, or with many nodes',
      doc: 'Connections per node; those of all nodes stay below `max_connections` of the database server ([several nodes](deployment.md#several-nodes)).',
    }),
    SQLITE_PATH: setting.text({
      default: 'data/chancery.sqlite3',
      who: 'an installation that keeps its data elsewhere',
      doc: 'Database file, relative to the working directory; only its owner may read it.',
    }),
    MIGRATE_ON_START: setting.boolean({
      default: true,
      who: 'an installation that migrates in a step of its own',
      doc: 'Whether pending migrations run at start; when `false`, run `node ace migration:run --force`.',
    }),
    REDIS_URL: setting.text({
      secret: true,
      who: 'an installation of more than one node',
      doc: '`redis://user:password@host:6379/0`. Without it one process keeps the shared state in memory. See [what Redis needs](#what-redis-needs).',
    }),
    NODES: setting.integer({
      default: 1,
      who: 'an installation of more than one node',
      doc: 'How many processes serve; more than one need `REDIS_URL`.',
    }),
  },
  check({ NODES, REDIS_URL, DATABASE_URL, DB_CONNECTION }) {
    const url = DATABASE_URL && /^(?:postgres(?:ql)?|mysql|mariadb):/.exec(DATABASE_URL)?.[0]
    const kind = url && (url.startsWith('p') ? 'pg' : 'mysql')
    if (kind && kind !== DB_CONNECTION)
      throw new E_MISSING_SETTING(
        `DATABASE_URL is the address of a ${url.slice(0, -1)} server but DB_CONNECTION is ${DB_CONNECTION}; set DB_CONNECTION=${kind}`
      )
    if (NODES === 1) return
    if (DB_CONNECTION === 'sqlite')
      throw new E_MISSING_SETTING(
        `NODES is ${NODES} but DB_CONNECTION is sqlite, which serves one node; set DB_CONNECTION to pg or mysql, or NODES=1`
      )
    if (REDIS_URL) return
    throw new E_MISSING_SETTING(
      `NODES is ${NODES} but REDIS_URL is not set; several nodes share their state through Redis, so set REDIS_URL, or NODES=1`
    )
  },
})

/** The settings of the kernel; those of plugins are in their manifests. */
export const kernelSettings = [serviceSettings, databaseSettings] as const
