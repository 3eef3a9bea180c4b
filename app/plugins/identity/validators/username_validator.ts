import vine from '@vinejs/vine'
import { hasLongRun } from '#kernel/contracts/main'
import User from '../models/user.js'

/** Scripts whose letters are taken for each other's. */
const ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Georgian'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u')
)

/** Letters of other scripts that look like one of a to z, as Unicode's list of confusables has them (UTS 39). */
const LIKE_LATIN = new Set('аеорсухіјѕԁһԛԝӏґɡαονριυγκτωχօոսհցզքɑ')
const LATIN = /[a-z]/

const LONGEST = 64
/** In characters, of one that fits: a letter is written with five at most, one of Greek. */
export const LONGEST_WRITTEN = 8 * LONGEST

/** As it is kept and looked for: a letter may become eighteen, so it is measured afterwards. What cannot fit stays as it is. */
const asKept = () => vine.string().parse((value) => (mayFit(value) ? User.normalize(value) : value))

function mayFit(value: unknown): value is string {
  return typeof value === 'string' && value.trim().length <= LONGEST_WRITTEN
}

/** A name that somebody logs in with: only bounded, so that old rules never lock anybody out. */
export const presentedName = () => asKept().minLength(1).maxLength(LONGEST)

/** How a name of an account is written; kept as `User.normalize` writes it. */
export function accountName() {
  return asKept()
    .maxLength(LONGEST)
    .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@+-]*$/u)
    .use(unmistakable())
}

const unmistakable = vine.createRule((value, _options, field) => {
  if (typeof value !== 'string' || !isMistakable(value)) return
  const message = 'The username looks like another; write it with the letters of one script'
  field.report(message, 'mistakable', field)
})

/** Whether a name mixes scripts, has no letter by which its script is told from Latin, or more marks in a row than are put in order. */
export function isMistakable(name: string): boolean {
  if (hasLongRun(name)) return true
  const letters = name.match(/\p{L}/gu) ?? []
  if (ALIKE.filter((script) => letters.some((letter) => script.test(letter))).length > 1)
    return true
  const isLatin = letters.some((letter) => LATIN.test(letter))
  return !isLatin && letters.length > 0 && letters.every((letter) => LIKE_LATIN.has(letter))
}
