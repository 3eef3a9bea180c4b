export type Form = 'NFC' | 'NFD' | 'NFKC' | 'NFKD'

/**
 * More marks in a row than Unicode's Stream-Safe Text Format has (UAX 15): no language writes as many. Half-width sound marks of
 * Japanese become marks.
 */
const LONG_RUN = /((?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31,})/u

/**
 * As `String.prototype.normalize`, which puts the marks of a letter in order one by one and takes the square of their number. More
 * than 30 in a row are left as they are here, so that it takes as long as a text is, whoever wrote it. Done twice it changes
 * nothing more.
 */
export function normalized(text: string, form: Form): string {
  const parts = text.split(LONG_RUN)
  return parts.map((part, index) => (isRun(index) ? part : part.normalize(form))).join('')
}

/** What the pattern found stands between the others. */
function isRun(index: number): boolean {
  return index % 2 === 1
}

/** Whether there are marks that `normalized` leaves as they are: then it may be spelt in other ways that look alike. */
export function hasLongRun(text: string): boolean {
  return LONG_RUN.test(text)
}
