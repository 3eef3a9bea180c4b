import { defineRetention, defineSettings, setting } from '#kernel/settings/main'

export const auditRetention = defineRetention({
  audit_entries: {
    days: 730,
    min: 31,
    doc: 'Who did what: entries of the audit trail.',
  },
})

export const auditSettings = defineSettings({
  title: 'Audit trail',
  keys: {
    AUDIT_PREVIOUS_APP_KEY: setting.secret({
      who: 'an installation whose APP_KEY was replaced',
      doc: 'APP_KEY from before, with which `node ace audit:verify` checks [older entries](audit.md#tampering).',
    }),
  },
})
