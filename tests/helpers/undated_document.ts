import type { ApiClient } from '@japa/api-client'
import { emptyOdt } from '../fakes/document_server/conversion.js'
import { makeOperator } from './accounts.js'
import { configOf } from './editor_stage.js'

/** A document in a format that does not say when it was changed, and what its owner opens it with. */
export async function stagedUndated(client: ApiClient) {
  const owner = await makeOperator()
  const created = await client
    .post('/app/document')
    .loginAs(owner)
    .file('file', Buffer.from(emptyOdt()), { filename: 'notes.odt' })
    .field('title', 'Notes')
  const { id } = created.body().data as { id: number }
  return { id, owner, config: await configOf(client, id, owner) }
}
