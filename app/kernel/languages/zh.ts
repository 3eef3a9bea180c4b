import type { Texts } from './language.js'

/** What the kernel says, in simplified Chinese. */
const texts: Texts = {}

export default texts
