const OWN = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/**
 * Content security policy of a page: everything comes from this service, and nothing is written into the page itself.
 *
 * @param others directives that are different, or more
 */
export function pagePolicy(others: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...OWN, ...others })
    .map((directive) => directive.join(' '))
    .join('; ')
}
