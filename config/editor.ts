import app from '@adonisjs/core/services/app'
import env from '#start/env'
import type { EditorConfig } from '#plugins/documents/main'

const editorConfig: EditorConfig = {
  enabled: env.get('EDITOR_ENABLED', false),
  documentServerUrl: env.get('EDITOR_DOCUMENT_SERVER_URL'),
  documentServerInternalUrl: env.get('EDITOR_DOCUMENT_SERVER_INTERNAL_URL'),
  publicBaseUrl: env.get('EDITOR_PUBLIC_BASE_URL'),
  secret: env.get('EDITOR_JWT_SECRET'),
  appKey: env.get('APP_KEY')!,
  signedCallback: app.inDev ? env.get('EDITOR_SIGNED_CALLBACK', 'optional') : 'required',
  downloadLimit: env.get('EDITOR_SAVE_LIMIT_MB', 500) * 1024 * 1024,
  unpackedLimit: env.get('EDITOR_UNPACKED_LIMIT_MB', 4096) * 1024 * 1024,
  downloadSeconds: env.get('EDITOR_DOWNLOAD_SECONDS', 3600),
  downloadIdleSeconds: env.get('EDITOR_DOWNLOAD_IDLE_SECONDS', 60),
  forceSaveSeconds: 20,
  probeSeconds: 20,
  settleSeconds: 3,
  sessionEndSeconds: 10,
  callbackSeconds: 240,
  conversionSeconds: env.get('EDITOR_CONVERSION_SECONDS', 300),
  conversionsPerUser: env.get('EDITOR_CONVERSIONS_PER_USER', 3),
  sweepMinutes: env.get('EDITOR_SWEEP_MINUTES', 10),
  retentionDays: env.get('DOCUMENT_RETENTION_DAYS', 30),
  logRetentionDays: env.get('DOCUMENT_LOG_RETENTION_DAYS', 365),
  ownReview: env.get('DOCUMENT_OWN_REVIEW', true),
}

export default editorConfig
