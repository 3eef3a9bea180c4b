const OPENING = '('
const CLOSING = ')'

/** Splits where `separator` matches a character that stands in no brackets and no quotes; empty parts are left out. */
export function splitOutside(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  let quote = ''
  for (const character of text) {
    if (quote === '' && depth > 0 && (character === '"' || character === "'")) quote = character
    else if (character === quote) quote = ''
    if (quote === '' && character === OPENING) depth += 1
    if (quote === '' && character === CLOSING) depth = Math.max(0, depth - 1)
    if (depth > 0 || quote !== '' || !separator.test(character)) {
      part += character
      continue
    }
    parts.push(part)
    part = ''
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '')
}

/** `decimal(10,2)` as its word and what stands in the brackets. */
export function parted(text: string): { word: string; args: string[] } {
  const open = text.indexOf(OPENING)
  if (open < 0) return { word: text.trim(), args: [] }
  const inside = text.slice(open + 1).replace(/\)\s*$/, '')
  return { word: text.slice(0, open).trim(), args: splitOutside(inside, /,/) }
}
