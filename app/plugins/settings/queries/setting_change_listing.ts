import { t } from '#kernel/contracts/main'
import { defineListing, equals, label } from '#kernel/listing/main'
import { User } from '#plugins/identity/main'
import SettingChange from '../models/setting_change.js'
import { valueShape } from './setting_rows.js'

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

export const settingChangeListing = defineListing(SettingChange, {
  row: settingChangeShape,
  columns: {
    before: 'valueBefore',
    after: 'valueAfter',
    changedByName: label(() => User, 'nickname', 'changedBy'),
  },
  filters: { key: equals<string>('key') },
  sorts: ['id'],
  defaultSort: '-id',
})
