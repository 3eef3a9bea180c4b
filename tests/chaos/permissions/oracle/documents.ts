import { clock } from '#kernel/state/main'
import type { Row } from '../stage/snapshot.js'
import type { World } from './world.js'

/** As docs/documents.md tells it: through which permissions a share at a level reaches somebody. */
const REACHED_THROUGH: Readonly<Record<string, readonly string[]>> = {
  view: ['list', 'show'],
  comment: ['list', 'show', 'comment'],
  review: ['list', 'show', 'comment', 'propose'],
  fill: ['list', 'show', 'fill'],
  edit: ['list', 'show', 'comment', 'propose', 'fill', 'edit'],
}
/** Which permissions one must hold to have a level oneself. */
const HELD_BY: Readonly<Record<string, readonly string[]>> = {
  view: ['show', 'comment', 'propose', 'fill', 'edit'],
  comment: ['comment', 'propose', 'edit'],
  review: ['propose', 'edit'],
  fill: ['fill', 'edit'],
  edit: ['edit'],
}

export const documentPermission = (verb: string): string => `document:document:${verb}`

/** What a handler does with what was submitted to them; each takes its own permission, too. */
const OF_HANDLERS = ['show', 'review', 'export'].map(documentPermission)

export function handlesThrough(
  world: World,
  userId: number,
  permission: string,
  document: Row
): boolean {
  return OF_HANDLERS.includes(permission) && isHandler(world, userId, document)
}

const whose = ({ owner_id: owner, department_id: department }: Row) => ({ owner, department })

/** By data scope alone. */
export function isWithin(world: World, userId: number, permission: string, row: Row): boolean {
  return world.reaches(userId, permission, whose(row))
}

/** By data scope or by a share, which helps nobody to what lies in the trash. */
export function reachesDocument(
  world: World,
  userId: number,
  permission: string,
  document: Row
): boolean {
  if (isWithin(world, userId, permission, document)) return true
  if (document.deleted_at !== null || !world.held(userId).has(permission)) return false
  return sharesWith(world, userId, document).some(({ level }) =>
    REACHED_THROUGH[String(level)]!.map(documentPermission).includes(permission)
  )
}

/** What was submitted to somebody who may review is read by them while it is under review. */
export function isHandler(world: World, userId: number, { id }: Row): boolean {
  if (!world.held(userId).has(documentPermission('review'))) return false
  return world
    .rows('document_reviews')
    .some((row) => row.document_id === id && row.handler_id === userId && row.closed_at === null)
}

/** Nobody shares beyond what they may themselves, and what was shared with them does not count. */
export function mayShareAt(world: World, userId: number, level: string, document: Row): boolean {
  return HELD_BY[level]!.some((verb) => isWithin(world, userId, documentPermission(verb), document))
}

function sharesWith(world: World, userId: number, { id }: Row): Row[] {
  const department = world.row('users', userId)?.department_id
  const roles = world.rolesOf(userId)
  return world.rows('document_shares').filter((share) => {
    if (share.document_id !== id || !isLasting(share)) return false
    const subject = share.subject_id as number
    if (share.subject_type === 'user') return subject === userId
    if (share.subject_type === 'role') return roles.includes(subject)
    return subject === department && world.row('departments', subject)?.status !== 'disabled'
  })
}

export function isLasting({ ends_at: endsAt }: Row): boolean {
  return endsAt === null || momentOf(endsAt) > clock.now()
}

/** Databases tell instants in forms of their own, all of them in UTC. */
function momentOf(stored: unknown): number {
  if (typeof stored === 'number') return stored
  const text = String(stored).replace(' ', 'T')
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
}
