import type { ApiClient } from '@japa/api-client'
import { makeOperator } from './accounts.js'
import { compoundFile } from './compound_files.js'
import { configOf } from './editor_stage.js'

/** As an office program writes it: what it is made of, and the streams of its macros. */
const STREAMS = ['WordDocument', '_VBA_PROJECT', 'dir', 'PROJECT']

/** A document of an old format that holds macros, and what its owner opens it with. */
export async function stagedWithMacros(client: ApiClient) {
  const owner = await makeOperator()
  const created = await client
    .post('/app/document')
    .loginAs(owner)
    .file('file', compoundFile(STREAMS, 'Minutes.'), { filename: 'minutes.doc' })
    .field('title', 'Minutes')
  const { id } = created.body().data
  return { id: id as number, owner, config: await configOf(client, id, owner) }
}
