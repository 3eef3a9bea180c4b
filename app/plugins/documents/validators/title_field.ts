import vine from '@vinejs/vine'

/**
 * Characters that nobody sees and that change how what is around them looks: they turn the direction of writing, part
 * lines, or join what is apart. Those that letters and emoji are joined by stay.
 */
const STEERING = /[\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/** What leaves nothing to see where it stands alone, spaces and dots aside. */
const UNSEEN = '\\p{Default_Ignorable_Code_Point}\\u2800\\u{16fe4}\\u{1d159}'

/** White space, without what controls. */
const BLANK = ' \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'

const SEEN = new RegExp(`^[.${BLANK}${UNSEEN}]*[^\\p{Cc}\\s.${UNSEEN}][^\\p{Cc}]*$`, 'u')

/** What something is called: a line of text, with something in it that can be seen, and that is no folder. */
export function title() {
  return vine
    .string()
    .parse((value) => (typeof value === 'string' ? value.replace(STEERING, '') : value))
    .trim()
    .minLength(1)
    .maxLength(200)
    .regex(SEEN)
}
