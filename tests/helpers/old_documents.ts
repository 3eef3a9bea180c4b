import type { ApiClient } from '@japa/api-client'
import { makeOperator } from './accounts.js'
import { compoundFile } from './compound_files.js'
import { configOf } from './editor_stage.js'

const STREAMS: Record<string, string> = {
  doc: 'WordDocument',
  xls: 'Workbook',
  ppt: 'PowerPoint Document',
}

/** As an office program writes it: what it is made of, and the streams of its macros. */
export const withMacros = (fileType: string): Buffer =>
  compoundFile([STREAMS[fileType]!, '_VBA_PROJECT', 'dir', 'PROJECT'], 'Minutes.')

/** A document of an old format that holds macros, and what its owner opens it with. */
export async function stagedWithMacros(client: ApiClient, fileType = 'doc') {
  const owner = await makeOperator()
  const created = await client
    .post('/app/document')
    .loginAs(owner)
    .file('file', withMacros(fileType), { filename: `minutes.${fileType}` })
    .field('title', 'Minutes')
  const { id } = created.body().data
  return { id: id as number, owner, config: await configOf(client, id, owner) }
}
