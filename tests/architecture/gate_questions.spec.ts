import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { PROJECT, sourceFiles } from '../helpers/imports.js'

/** Each judges single rows by reaches that are not that of the route. */
const NEED_A_REACH: Readonly<Record<string, string>> = {
  'app/plugins/documents/rights/readable_versions.ts':
    'whether the document is within the reach of the person for whom an address was signed',
  'app/plugins/documents/queries/source_content.ts':
    'whether the file is within the reach of the person for whom an address was signed',
  'app/plugins/documents/queries/log_lines.ts':
    'whether the document is within the reach of the permission to share',
  'app/plugins/documents/queries/document_shares.ts':
    'whether those a document is shared with may see documents at all',
  'app/plugins/documents/rights/allowed_actions.ts':
    'whether the document is within the reach of each permission of an operator',
  'app/plugins/documents/rights/handlers.ts': 'who of those asked to review may still review',
  'app/plugins/documents/rights/document_rights.ts':
    'at which levels the document is within the reach of each of several people',
  'app/plugins/documents/rights/document_readers.ts':
    'whether the document is within the reach of each of several people',
}

const ASKS_THE_GATE = /\bgate\.grants?Of\(/i

test.group('Architecture | questions to the gate', () => {
  test('leave decisions to the policy, and ask the gate for a reach alone', ({ assert }) => {
    const asking = sourceFiles('app')
      .filter((file) => !file.startsWith('app/kernel/permissions/'))
      .filter((file) => ASKS_THE_GATE.test(readFileSync(join(PROJECT, file), 'utf8')))
    assert.sameMembers(asking, Object.keys(NEED_A_REACH))
  })
})
