import { InvalidArgumentsException } from '@adonisjs/core/exceptions'

export interface Permission {
  /** `area:subject:verb` */
  readonly code: string
  /** What it allows, for the person who grants it. */
  readonly title: string
}

export type PermissionSet = Readonly<Record<string, Permission>>

const CODE = /^[a-z][a-z0-9-]*(:[a-z][a-z0-9-]*){1,2}$/

/**
 * Declares a plugin's permissions as values, so that a misspelt one does not compile.
 *
 * @param declared name → [code, title]
 * @throws InvalidArgumentsException for a code that is not of the form `area:subject:verb`
 */
export function definePermissions<
  const Names extends Record<string, readonly [code: string, title: string]>,
>(declared: Names): { readonly [Name in keyof Names]: Permission } {
  const entries = Object.entries(declared).map(([name, [code, title]]) => {
    if (!CODE.test(code)) {
      throw new InvalidArgumentsException(
        `Permission "${code}" must read area:subject:verb in lower case`
      )
    }
    return [name, Object.freeze({ code, title })]
  })
  return Object.freeze(Object.fromEntries(entries))
}
