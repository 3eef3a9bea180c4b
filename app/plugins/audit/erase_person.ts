import db from '@adonisjs/lucid/services/db'
import type { ErasedPerson } from '#kernel/plugins/main'

/** Removes what was changed of a person’s account, and from where they acted. That somebody did something stays. */
export async function erasePerson({ id }: ErasedPerson): Promise<void> {
  await db.transaction(async (trx) => {
    const account = { subject_type: 'user', subject_id: String(id) }
    await trx.from('audit_entries').where(account).update({ details: null })
    await trx.from('audit_entries').where('actor_id', id).update({ address: null })
  })
}
