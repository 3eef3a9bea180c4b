import { Exception } from '@adonisjs/core/exceptions'

export class E_CORS_PATTERN extends Exception {
  static code = 'E_CORS_PATTERN'
  static status = 500
  readonly remedied = true
}

/** A host name has 253 characters at most; two stars try every way to part what is longer. */
const LONGEST_ORIGIN = 300

const PATTERN = /^https?:\/\/[\w.*-]+(:(\d{1,5}|\*))?$/

/**
 * Matches origins against patterns such as `https://*.example.com`. A `*` inside stands for one or more labels of
 * a host name, or for a port.
 *
 * @throws E_CORS_PATTERN for a bare `*` and for what is no origin
 */
export function originMatcher(patterns: readonly string[]): (origin: string) => boolean {
  const expressions = patterns.map(toExpression)
  return (origin) =>
    origin.length <= LONGEST_ORIGIN && expressions.some((expression) => expression.test(origin))
}

function toExpression(pattern: string): RegExp {
  if (pattern === '*') {
    throw new E_CORS_PATTERN(
      'SERVICE_CORS_ALLOWED_ORIGIN_PATTERNS must not be "*"; list the origins of your front ends, such as https://*.example.com.'
    )
  }
  if (!PATTERN.test(pattern) || /^https?:\/\/\*(:|$)/.test(pattern)) {
    throw new E_CORS_PATTERN(
      `SERVICE_CORS_ALLOWED_ORIGIN_PATTERNS holds "${pattern}", which is no origin pattern; write it as https://*.example.com or http://localhost:*.`
    )
  }
  const escaped = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\*$/, ':\\d{1,5}')
    .replaceAll('*', '[a-z0-9-]+(\\.[a-z0-9-]+)*')
  return new RegExp(`^${escaped}$`, 'i')
}
