import type { Router } from '@adonisjs/core/http'
import { pageOf } from '#kernel/contracts/main'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { numericId } from '#kernel/http/main'
import { auditPermissions } from './permissions.js'
import { entryDetailShape, entryShape } from './transformers/entry_shape.js'
import { entryExportValidator, entryListValidator } from './validators/audit_validators.js'

const AuditController = () => import('./controllers/audit_controller.js')

const WITHIN =
  'What people within reach did; what the service did by itself is for who reaches everybody.'

export default function routes(router: Router) {
  router
    .group(() => {
      router
        .get('/', [AuditController, 'index'])
        .permission(auditPermissions.list)
        .contract({
          summary: 'List entries of the audit trail',
          description: `Who did what to which rows, the newest first. ${WITHIN} Kept for as long as \`audit_entries\` of \`RETENTION_DAYS\` says.`,
          query: entryListValidator,
          answer: pageOf(entryShape),
        })
      router
        .get('export', [AuditController, 'export'])
        .permission(auditPermissions.export)
        .audited('exported', 'audit')
        .contract({
          summary: 'Export the audit trail',
          description: `By the filters and the sort of the list, as CSV or XLSX. ${WITHIN} One person has two exports written at a time, and a node four; 429 beyond that.`,
          query: entryExportValidator,
          raw: { type: '*/*', headers: { 'Content-Disposition': 'Name of the file' } },
          failures: [E_TOO_MANY_REQUESTS],
        })
      router.get(':id', [AuditController, 'show']).permission(auditPermissions.show).contract({
        summary: 'See an entry of the audit trail with what changed',
        description: WITHIN,
        answer: entryDetailShape,
      })
    })
    .prefix('/app/system/audit')
    .where('id', numericId)
}
