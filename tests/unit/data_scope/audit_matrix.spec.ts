import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { freshName } from '#tests/helpers/accounts'
import { modelScopeMatrix } from '#tests/helpers/scope_matrix/model_driver'
import { Stage } from '#tests/helpers/scope_matrix/stage'
import AuditEntry from '../../../app/plugins/audit/models/audit_entry.js'

test.group('Scope matrix | audit entries', (group) => {
  const stage = Stage.for(group)
  modelScopeMatrix(AuditEntry, {
    organisation: () => stage,
    rows: stage.rowsBy('audit_entries', (kind) =>
      AuditEntry.create({
        createdAt: DateTime.utc(),
        actorId: stage.ownerOf(kind),
        departmentId: stage.departmentOf(kind),
        outcome: 'done',
        action: 'updated',
        subjectType: 'matrix',
        nonce: 'none',
        mac: freshName('mac'),
      })
    ),
    change: (entry) => void entry.merge({ action: 'changed' }),
  })
})
