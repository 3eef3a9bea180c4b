import { defineRetention, defineSettings, E_MISSING_SETTING, setting } from '#kernel/settings/main'

const REQUIRED = [
  'EDITOR_JWT_SECRET',
  'EDITOR_DOCUMENT_SERVER_URL',
  'EDITOR_PUBLIC_BASE_URL',
] as const

export const documentsSettings = defineSettings({
  title: 'Document editor',
  keys: {
    EDITOR_ENABLED: setting.boolean({
      default: false,
      who: 'an installation with a document server',
      doc: 'Whether documents open in the external editor.',
    }),
    EDITOR_DOCUMENT_SERVER_URL: setting.address({
      who: 'an installation with a document server',
      doc: 'Address of the document server, as browsers reach it.',
    }),
    EDITOR_DOCUMENT_SERVER_INTERNAL_URL: setting.address({
      unset: 'as above',
      who: 'an installation whose document server has another address inside',
      doc: 'The same, as this service reaches it.',
    }),
    EDITOR_PUBLIC_BASE_URL: setting.address({
      who: 'an installation with a document server',
      doc: 'Address by which the document server reaches this service, with protocol, host, port and prefix.',
    }),
    EDITOR_JWT_SECRET: setting.secret({
      shortest: 32,
      who: 'an installation with a document server',
      doc: 'Equal to the secret of the document server, or callbacks are rejected; at least 32 bytes in production.',
    }),
    EDITOR_SIGNED_CALLBACK: setting.oneOf(['optional', 'required'], {
      unset: '`optional` in development',
      who: 'a developer whose document server signs nothing',
      doc: '`optional` accepts callbacks without a signature, by which every user of an editor can act as anybody; outside development they are always `required`.',
    }),
    DOCUMENT_RETENTION_DAYS: setting.integer({
      min: 1,
      max: 36_500,
      unset: '`deleted_documents` of `RETENTION_DAYS`',
      who: 'an installation with rules of its own for the trash',
      doc: 'Days for which deleted documents can be restored.',
    }),
  },
  check(values, { NODE_ENV }) {
    if (!values.EDITOR_ENABLED || NODE_ENV !== 'production') return
    const missing = REQUIRED.find((key) => !values[key])
    if (!missing) return
    throw new E_MISSING_SETTING(
      `${missing} is not set; set it, or switch the editor off with EDITOR_ENABLED=false`
    )
  },
})

export const documentsRetention = defineRetention({
  deleted_documents: { days: 30, min: 1, doc: 'Deleted documents, with their versions.' },
  document_logs: {
    days: 365,
    min: 31,
    doc: 'Entries of the log of a document; see [documents](documents.md#log).',
  },
})
