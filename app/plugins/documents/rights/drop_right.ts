import { E_FORBIDDEN } from '#kernel/errors/main'
import { actWithPermission } from '#kernel/permissions/main'
import { say } from '#kernel/languages/main'
import Document from '../models/document.js'
import { documentPermissions } from '../permissions.js'

declare const given: unique symbol

/** Proof of the permission to end other people's sessions; only `DropRight` makes one. */
export interface MayDrop {
  readonly [given]: true
}

/** For the service itself; an operator gets it from `DropRight`. */
export const LEAVE = Object.freeze({}) as MayDrop

/** Operations that may end other people's sessions as a side effect ask for this permission as well. */
export class DropRight {
  /**
   * @returns `null` where it is not wanted
   * @throws E_FORBIDDEN unless all of the documents, deleted or not, are within the reach of the permission
   */
  async of(ids: readonly number[], isWanted: boolean): Promise<MayDrop | null> {
    if (!isWanted) return null
    const wanted = [...new Set(ids)]
    const { drop } = documentPermissions
    const within = await actWithPermission(drop, () =>
      Document.query().whereIn('id', wanted).select('id')
    )
    if (within.length === wanted.length) return LEAVE
    throw new E_FORBIDDEN(
      say`This takes the permission “${drop.title}” (${drop.code}) here as well`
    )
  }
}
