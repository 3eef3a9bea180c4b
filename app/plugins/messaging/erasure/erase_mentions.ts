import type { Erasing } from '#kernel/plugins/main'

/** Where somebody was mentioned is theirs to find, and nobody else's. */
export function eraseMentions({ person, each }: Erasing): Promise<void> {
  return each('message_mentions', async (trx, most) => {
    const mentions = trx.from('message_mentions')
    const rows = await mentions.where('user_id', person.id).limit(most).select('id')
    const ids = rows.map((row) => Number(row.id))
    if (ids.length > 0) await trx.from('message_mentions').whereIn('id', ids).delete()
    return ids.length
  })
}
