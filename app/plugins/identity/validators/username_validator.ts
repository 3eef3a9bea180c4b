import vine from '@vinejs/vine'
import User from '../models/user.js'

const LONGEST = 64

/** The username of a login: limited in length only, since one that nobody can have is wrong in any case. */
export const presentedName = () => vine.string().trim().minLength(1).maxLength(LONGEST)

/** The username of an account, normalized by `User.normalize`. */
export function accountName() {
  return vine.string().trim().maxLength(LONGEST).use(ascii())
}

const PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]*$'
const ASCII = new RegExp(PATTERN)

const ascii = vine.createRule(
  (value, _options, field) => {
    if (!field.isValid) return
    const name = String(value)
    if (ASCII.test(name)) return field.mutate(User.normalize(name), field)
    const message =
      'A username has letters from a to z, digits, dots, underscores and hyphens, and begins with a letter or a digit'
    field.report(message, 'username', field)
  },
  { name: 'username', toJSONSchema: (schema) => void (schema.pattern = PATTERN) }
)
