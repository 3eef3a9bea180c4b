import { Env } from '@adonisjs/core/env'
import { ensureLocalSecrets } from './local_secrets.js'
import { assertSettings } from './settings_check.js'

const root = new URL('../', import.meta.url)

ensureLocalSecrets(root)

const env = await Env.create(root, {
  NODE_ENV: Env.schema.enum.optional(['development', 'production', 'test'] as const),
  HOST: Env.schema.string.optional(),
  PORT: Env.schema.number.optional(),
  LOG_LEVEL: Env.schema.enum.optional([
    'fatal',
    'error',
    'warn',
    'info',
    'debug',
    'trace',
    'silent',
  ] as const),
  APP_KEY: Env.schema.secret.optional(),
  TRUSTED_PROXIES: Env.schema.string.optional(),
  SERVICE_CORS_ALLOWED_ORIGIN_PATTERNS: Env.schema.string.optional(),
  RATE_LIMIT_PER_SECOND: Env.schema.number.optional(),
  BODY_LIMIT: Env.schema.string.optional(),
  HSTS_SECONDS: Env.schema.number.optional(),

  DB_CONNECTION: Env.schema.enum.optional(['sqlite', 'pg', 'mysql'] as const),
  DATABASE_URL: Env.schema.string.optional(),
  DB_HOST: Env.schema.string.optional(),
  DB_PORT: Env.schema.number.optional(),
  DB_USER: Env.schema.string.optional(),
  DB_PASSWORD: Env.schema.secret.optional(),
  DB_DATABASE: Env.schema.string.optional(),
  DB_POOL_MAX: Env.schema.number.optional(),
  SQLITE_PATH: Env.schema.string.optional(),
  MIGRATE_ON_START: Env.schema.boolean.optional(),
  REDIS_URL: Env.schema.string.optional(),
  NODES: Env.schema.number.optional(),
  STOP_DRAIN_SECONDS: Env.schema.number.optional(),
  STOP_LIMIT_SECONDS: Env.schema.number.optional(),

  JWT_SECRET: Env.schema.secret.optional(),
  JWT_PREVIOUS_SECRET: Env.schema.secret.optional(),
  JWT_ROTATED_AT: Env.schema.string.optional(),
  ACCESS_TOKEN_MINUTES: Env.schema.number.optional(),
  REFRESH_TOKEN_DAYS: Env.schema.number.optional(),
  REFRESH_GRACE_SECONDS: Env.schema.number.optional(),
  SESSION_MAX_DAYS: Env.schema.number.optional(),
  SESSIONS_PER_USER: Env.schema.number.optional(),
  LOGIN_MAX_FAILURES: Env.schema.number.optional(),
  LOGIN_LOCK_MINUTES: Env.schema.number.optional(),
  LOGIN_ADDRESS_FAILURES: Env.schema.number.optional(),
  SESSION_RETENTION_DAYS: Env.schema.number.optional(),
  SECURITY_EVENT_RETENTION_DAYS: Env.schema.number.optional(),
  LOGIN_ATTEMPT_RETENTION_DAYS: Env.schema.number.optional(),
  ADMIN_PASSWORD: Env.schema.secret.optional(),
  SEED_DEMO_DATA: Env.schema.boolean.optional(),

  DRIVE_DISK: Env.schema.enum.optional(['fs', 's3'] as const),
  STORAGE_ROOT: Env.schema.string.optional(),
  S3_BUCKET: Env.schema.string.optional(),
  S3_REGION: Env.schema.string.optional(),
  S3_ENDPOINT: Env.schema.string.optional(),
  S3_ACCESS_KEY_ID: Env.schema.string.optional(),
  S3_SECRET_ACCESS_KEY: Env.schema.secret.optional(),
  UPLOAD_LIMIT: Env.schema.string.optional(),
  UPLOADS_PER_USER: Env.schema.number.optional(),
  STORAGE_PER_USER: Env.schema.string.optional(),
  FILES_GRACE_HOURS: Env.schema.number.optional(),
  DOCUMENT_RETENTION_DAYS: Env.schema.number.optional(),
  DOCUMENT_LOG_RETENTION_DAYS: Env.schema.number.optional(),
  DOCUMENT_OWN_REVIEW: Env.schema.boolean.optional(),

  EDITOR_ENABLED: Env.schema.boolean.optional(),
  EDITOR_DOCUMENT_SERVER_URL: Env.schema.string.optional(),
  EDITOR_DOCUMENT_SERVER_INTERNAL_URL: Env.schema.string.optional(),
  EDITOR_PUBLIC_BASE_URL: Env.schema.string.optional(),
  EDITOR_JWT_SECRET: Env.schema.secret.optional(),
  EDITOR_SIGNED_CALLBACK: Env.schema.enum.optional(['optional', 'required'] as const),
  EDITOR_CONVERSION_SECONDS: Env.schema.number.optional(),
  EDITOR_CONVERSIONS_PER_USER: Env.schema.number.optional(),
  EDITOR_SWEEP_MINUTES: Env.schema.number.optional(),
  EDITOR_SAVE_LIMIT_MB: Env.schema.number.optional(),

  API_DOCS_ENABLED: Env.schema.boolean.optional(),
  API_DOCS_UI_PATH: Env.schema.string.optional(),
  IM_FRAMES_PER_SECOND: Env.schema.number.optional(),
  IM_FRAMES_PER_SECOND_PER_USER: Env.schema.number.optional(),
  IM_SOCKETS_PER_USER: Env.schema.number.optional(),
  IM_STREAMS_PER_USER: Env.schema.number.optional(),
  IM_CONVERSATIONS_PER_HOUR: Env.schema.number.optional(),
  IM_MEMBERS_PER_HOUR: Env.schema.number.optional(),
  IM_GROUP_MEMBERS: Env.schema.number.optional(),
  IM_CONTACTS: Env.schema.enum.optional(['everybody', 'department'] as const),
  IM_NEW_MEMBERS_SEE: Env.schema.enum.optional(['from_joining', 'everything'] as const),

  MODULE_GENERATOR_ENABLED: Env.schema.boolean.optional(),
  AI_BASE_URL: Env.schema.string.optional(),
  AI_API_KEY: Env.schema.secret.optional(),
  AI_MODEL: Env.schema.string.optional(),
  AI_PRICE_PROMPT: Env.schema.number.optional(),
  AI_PRICE_ANSWER: Env.schema.number.optional(),
})

assertSettings(env)

export default env
