const HIDDEN = '[redacted]'

/**
 * None of these looks at a text more than a few times, whatever it holds: a word is entered at its beginning alone,
 * and blanks between words are few.
 */
const SECRETS = [
  /\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abprs])[-_][A-Za-z0-9_-]{10,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /(?<![\w-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
]

const NAMED =
  /((?:pass(?:word|wd|phrase)?|secret|token|api[-_ ]?key|access[-_ ]?key|authorization:?\s{1,8}bearer|bearer)["']?\s{0,8}(?:is|=|:)?\s{0,8}["']?)([^\s"',;]{6,})/gi

const IN_ADDRESS = /(:\/\/[^\s/:@]+:)[^\s/@]+(@)/g

/** Text as it may be kept: without keys, tokens and passwords. */
export function redact(text: string): string {
  const plain = SECRETS.reduce((rest, secret) => rest.replace(secret, HIDDEN), text)
  return plain.replace(IN_ADDRESS, `$1${HIDDEN}$2`).replace(NAMED, `$1${HIDDEN}`)
}
