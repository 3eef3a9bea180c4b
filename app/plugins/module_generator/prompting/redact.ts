const HIDDEN = '[redacted]'

const SECRETS = [
  /\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abprs])[-_][A-Za-z0-9_-]{10,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
]

const NAMED =
  /((?:pass(?:word|wd|phrase)?|secret|token|api[-_ ]?key|access[-_ ]?key|authorization:?\s+bearer|bearer)["']?\s*(?:is|=|:)?\s*["']?)([^\s"',;]{6,})/gi

const IN_ADDRESS = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:)[^\s/@]+(@)/gi

/** Text as it may be kept: without keys, tokens and passwords. */
export function redact(text: string): string {
  const plain = SECRETS.reduce((rest, secret) => rest.replace(secret, HIDDEN), text)
  return plain.replace(IN_ADDRESS, `$1${HIDDEN}$2`).replace(NAMED, `$1${HIDDEN}`)
}
