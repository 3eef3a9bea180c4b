import type { Erasing } from '#kernel/plugins/main'

/** The row that stands for them where somebody brings them into a conversation. */
export async function eraseLocks({ person: { id }, each }: Erasing): Promise<void> {
  await each('membership_locks', async (trx) =>
    Number(await trx.from('membership_locks').where('user_id', id).delete())
  )
}
