import { defineRetention } from '#kernel/settings/main'

export const auditRetention = defineRetention({
  audit_entries: {
    days: 730,
    min: 31,
    doc: 'Who did what: entries of the audit trail.',
  },
})
