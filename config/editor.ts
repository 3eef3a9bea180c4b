import app from '@adonisjs/core/services/app'
import { readSettings, retentionDays } from '#kernel/settings/main'
import documents from '#plugins/documents/plugin'
import env from '#start/env'
import type { EditorConfig } from '#plugins/documents/main'

const settings = readSettings(documents.settings)
const days = retentionDays(documents.retention)

const editorConfig: EditorConfig = {
  enabled: settings.EDITOR_ENABLED,
  documentServerUrl: settings.EDITOR_DOCUMENT_SERVER_URL,
  documentServerInternalUrl: settings.EDITOR_DOCUMENT_SERVER_INTERNAL_URL,
  publicBaseUrl: settings.EDITOR_PUBLIC_BASE_URL,
  secret: settings.EDITOR_JWT_SECRET,
  appKey: env.get('APP_KEY'),
  signedCallback: app.inDev ? (settings.EDITOR_SIGNED_CALLBACK ?? 'optional') : 'required',
  downloadLimit: 500 * 1024 * 1024,
  unpackedLimit: 4096 * 1024 * 1024,
  downloadSeconds: 3600,
  downloadIdleSeconds: 60,
  forceSaveSeconds: 20,
  probeSeconds: 20,
  settleSeconds: 3,
  sessionEndSeconds: 10,
  callbackSeconds: 240,
  conversionSeconds: 300,
  conversionsPerUser: 3,
  sweepMinutes: 10,
  retentionDays: settings.DOCUMENT_RETENTION_DAYS ?? days.deleted_documents,
  logRetentionDays: days.document_logs,
  ownReview: true,
}

export default editorConfig
