import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { PROJECT, sourceFiles } from '../helpers/imports.js'

/** Each judges a single row by a reach that is not that of the route. */
const NEED_A_REACH: Readonly<Record<string, string>> = {
  'app/plugins/documents/rights/readable_versions.ts':
    'whether the document is within the reach of the person for whom an address was signed',
  'app/plugins/documents/queries/source_content.ts':
    'whether the file is within the reach of the person for whom an address was signed',
  'app/plugins/documents/queries/log_lines.ts':
    'whether the document is within the reach of the permission to share',
}

const ASKS_THE_GATE = /\bgate\.grantOf\(/i

test.group('Architecture | questions to the gate', () => {
  test('leave decisions to the policy, and ask the gate for a reach alone', ({ assert }) => {
    const asking = sourceFiles('app')
      .filter((file) => !file.startsWith('app/kernel/permissions/'))
      .filter((file) => ASKS_THE_GATE.test(readFileSync(join(PROJECT, file), 'utf8')))
    assert.sameMembers(asking, Object.keys(NEED_A_REACH))
  })
})
