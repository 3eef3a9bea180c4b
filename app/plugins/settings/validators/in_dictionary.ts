import vine from '@vinejs/vine'
import app from '@adonisjs/core/services/app'
import { Dictionaries } from '../dictionaries.js'

/**
 * A rule for texts: the value is one of an enabled dictionary, as it is at that moment.
 *
 * ```ts
 * status: vine.string().use(inDictionary('order_status'))
 * ```
 */
export function inDictionary(code: string) {
  return dictionaryRule({ code })
}

const dictionaryRule = vine.createRule<{ code: string }>(
  async (value, { code }, field) => {
    if (!field.isValid) return
    const dictionaries = await app.container.make(Dictionaries)
    if (await dictionaries.has(code, String(value))) return
    const message = 'The {{ field }} field must be a value of the dictionary {{ code }}'
    field.report(message, 'dictionary', field, { code })
  },
  {
    name: 'dictionary',
    isAsync: true,
    toJSONSchema: (schema, { code }) => {
      schema.description = `A value of the dictionary \`${code}\``
    },
  }
)
