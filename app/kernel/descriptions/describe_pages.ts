import type { Permission } from '#kernel/permissions/main'
import type { PageDescription } from './page_description.js'

type Verb = keyof PageDescription['permissions']

/** A page as the author of a plugin writes it: with permissions as values. */
export interface DescribedPage extends Omit<PageDescription, 'permissions'> {
  permissions: { [Of in Verb]?: Permission }
}

/**
 * The pages of a plugin, for its manifest. They are checked when the plugin is mounted.
 *
 * ```ts
 * export const visitPages = describePages([
 *   {
 *     name: 'visits.visits',
 *     title: 'Visits',
 *     resource: '/app/visits',
 *     permissions: { create: visitPermissions.create },
 *     fields: [{ name: 'visitor', label: 'Visitor', type: 'text', required: true, maxLength: 100 }],
 *   },
 * ])
 * ```
 */
export function describePages(pages: readonly DescribedPage[]): readonly PageDescription[] {
  return Object.freeze(
    pages.map((page) => Object.freeze({ ...page, permissions: codesOf(page.permissions) }))
  )
}

function codesOf(permissions: DescribedPage['permissions']): PageDescription['permissions'] {
  const held = Object.entries(permissions ?? {}).filter(([, permission]) => permission)
  return Object.fromEntries(held.map(([verb, { code }]) => [verb, code]))
}
