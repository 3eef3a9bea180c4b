import vine from '@vinejs/vine'
import { listQuery, nullableMomentField } from '#kernel/contracts/main'
import { settingChangeListing } from '../queries/setting_change_listing.js'

const KINDS = ['boolean', 'number', 'string']

const plainValue = vine.createRule(
  (value, _options, field) => {
    if (KINDS.includes(typeof value)) return
    field.report('The {{ field }} field must be true or false, a number or a text', 'value', field)
  },
  { name: 'value', toJSONSchema: (schema) => void (schema.type = KINDS as never) }
)

export const settingValidator = vine.create({
  value: vine.any().use(plainValue()),
  updatedAt: nullableMomentField(),
})

export const settingChangeListValidator = listQuery({ sorts: settingChangeListing.sorts })
