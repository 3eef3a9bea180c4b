import { t } from '#kernel/contracts/main'
import { defineListing, equals, label } from '#kernel/listing/main'
import { AuditEntry, changedMember } from '#plugins/audit/main'
import { User } from '#plugins/identity/main'
import { valueShape } from './setting_rows.js'

/** What the audit trail calls a setting. */
export const SETTING = 'setting'

export const settingChangeShape = t.object(
  {
    id: t.id(),
    before: t.nullable(valueShape()),
    after: t.nullable(valueShape()),
    changedBy: t.nullable(t.id()),
    changedByName: t.nullable(t.text()),
    createdAt: t.instant(),
  },
  { title: 'SettingChange' }
)

export const settingChangeListing = defineListing(AuditEntry, {
  row: settingChangeShape,
  columns: {
    before: changedMember('before', 'value'),
    after: changedMember('after', 'value'),
    changedBy: 'actorId',
    changedByName: label(() => User, 'nickname', 'actorId'),
  },
  only: ({ column }) => ({
    sql: `${column('subjectType')} = ? and ${column('outcome')} = ?`,
    bindings: [SETTING, 'done'],
  }),
  filters: { key: equals<string>('subjectId') },
  sorts: ['id'],
  defaultSort: '-id',
})
