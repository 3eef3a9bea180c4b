import { test } from '@japa/runner'
import vine from '@vinejs/vine'
import {
  requestSchema,
  unsaidFields,
} from '../../../app/plugins/api_docs/description/request_schema.js'

test.group('API description | request schema', () => {
  test('require a member that may be null, unless it is optional too', ({ assert }) => {
    const schema = requestSchema(
      vine.create({
        email: vine.string().nullable(),
        phone: vine.string().nullable().optional(),
        inner: vine.object({ parentId: vine.number().nullable() }),
      })
    )
    assert.deepEqual(schema.required, ['email', 'inner'])
    const { inner } = schema.properties as Record<string, { required: string[] }>
    assert.deepEqual(inner!.required, ['parentId'])
  })

  test('call a switch boolean, and say the type of an enumeration', ({ assert }) => {
    const { properties } = requestSchema(
      vine.create({ flat: vine.boolean(), status: vine.enum(['enabled', 'disabled']) })
    )
    assert.deepEqual(properties, {
      flat: { type: 'boolean' },
      status: { type: 'string', enum: ['enabled', 'disabled'] },
    })
  })

  test('forbid no members, for validators pass over those they do not know', ({ assert }) => {
    const schema = requestSchema(vine.create({ a: vine.object({ b: vine.string() }) }))
    assert.notInclude(JSON.stringify(schema), 'additionalProperties')
  })

  test('find fields of which nothing is said, also in lists', ({ assert }) => {
    const schema = requestSchema(
      vine.create({ day: vine.date(), days: vine.array(vine.object({ on: vine.date() })) })
    )
    assert.deepEqual(unsaidFields(schema), ['day', 'days.*.on'])
  })
})
