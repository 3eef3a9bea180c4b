import type { Erasing } from '#kernel/plugins/main'

/** What they reported, and what was reported of theirs. */
export async function eraseReports({ person: { id }, each }: Erasing): Promise<void> {
  await each('message_reports', async (trx, most) => {
    const reports = trx.from('message_reports').where('reporter_id', id).orWhere('sender_id', id)
    const ids = (await reports.limit(most).select('id')).map((row) => Number(row.id))
    if (ids.length > 0) await trx.from('message_reports').whereIn('id', ids).delete()
    return ids.length
  })
}
