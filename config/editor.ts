import app from '@adonisjs/core/services/app'
import filesConfig from '#config/files'
import env from '#start/env'
import type { EditorConfig } from '#plugins/documents/main'

const editorConfig: EditorConfig = {
  enabled: env.get('EDITOR_ENABLED', false),
  documentServerUrl: env.get('EDITOR_DOCUMENT_SERVER_URL'),
  documentServerInternalUrl: env.get('EDITOR_DOCUMENT_SERVER_INTERNAL_URL'),
  publicBaseUrl: env.get('EDITOR_PUBLIC_BASE_URL'),
  secret: env.get('EDITOR_JWT_SECRET'),
  signedCallback: env.get('EDITOR_SIGNED_CALLBACK', app.inProduction ? 'required' : 'optional'),
  downloadLimit: filesConfig.uploadLimit,
  downloadSeconds: 120,
  forceSaveSeconds: 20,
  sweepMinutes: env.get('EDITOR_SWEEP_MINUTES', 10),
  retentionDays: env.get('DOCUMENT_RETENTION_DAYS', 30),
}

export default editorConfig
