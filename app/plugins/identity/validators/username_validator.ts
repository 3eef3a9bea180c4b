import vine from '@vinejs/vine'
import User from '../models/user.js'

const LONGEST = 64

/** A name that somebody logs in with: only bounded, since one that nobody can have is simply wrong. */
export const presentedName = () => vine.string().trim().minLength(1).maxLength(LONGEST)

/** How a name of an account is written; kept as `User.normalize` writes it. Nicknames are for everything else. */
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
