import { readSettings, retentionDays } from '#kernel/settings/main'
import audit from '#plugins/audit/plugin'
import type { AuditConfig } from '#plugins/audit/main'

const auditConfig: AuditConfig = {
  entryDays: retentionDays(audit.retention).audit_entries,
  previousAppKey: readSettings(audit.settings).AUDIT_PREVIOUS_APP_KEY,
  sealEveryMs: 5_000,
}

export default auditConfig
