import type { Erasing } from '#kernel/plugins/main'

/** Whom they blocked, and who blocked them. */
export async function eraseBlocks({ person: { id }, each }: Erasing): Promise<void> {
  await each('contact_blocks', async (trx, most) => {
    const blocks = trx.from('contact_blocks').where('user_id', id).orWhere('blocked_id', id)
    const ids = (await blocks.limit(most).select('id')).map((row) => Number(row.id))
    if (ids.length > 0) await trx.from('contact_blocks').whereIn('id', ids).delete()
    return ids.length
  })
}
