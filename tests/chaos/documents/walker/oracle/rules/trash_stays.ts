import type { History } from '../../history/history.js'

/** What lies in the trash stays what it was: what is saved meanwhile lies beside, and is told. */
export function* trashStays({ before, sight }: History): Generator<string> {
  if (before.isDeleted && sight.isDeleted && sight.versionNo !== before.versionNo)
    yield `version ${sight.versionNo} became the present one in the trash`
}
