import type DocumentShare from '../document_share.js'
import type { Level } from '../../levels.js'
import { effectiveSharesOf } from './effective_shares.js'
import { isMeant, type Member } from './member.js'
import { namesOf, type ShareNames } from './share_names.js'

const WORDS: Record<Level, string> = {
  view: 'to look at',
  comment: 'to comment on',
  review: 'to propose changes to',
  fill: 'to fill in',
  edit: 'to edit',
}

export const wordsFor = (level: Level): string => WORDS[level]

/** The shares that let somebody reach a document at one of the levels, a sentence for each. */
export async function shareReasons(
  documentId: number,
  member: Member,
  levels: readonly Level[]
): Promise<string[]> {
  const shares = (await effectiveSharesOf(documentId)).filter(
    (share) => isMeant(member, share) && levels.includes(share.level)
  )
  const names = await namesOf(shares)
  return shares.map((share) => sentence(share, names))
}

function sentence(share: DocumentShare, names: ShareNames): string {
  const { id, subjectType, subjectId, level, endsAt } = share
  const whom = `the ${subjectType} "${names.subject(share) ?? subjectId}"`
  const by = names.sharer(share)
  const until = endsAt ? ` until ${endsAt.toUTC().toISO()}` : ''
  return `Share ${id} hands it to ${whom} ${wordsFor(level)}${until}${by ? `; ${by} shared it` : ''}`
}
