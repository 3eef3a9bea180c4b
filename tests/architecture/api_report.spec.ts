import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { API_REPORT, apiReport } from '../../packages/chancery/api_report.js'
import { PROJECT } from '../helpers/imports.js'

test.group('Architecture | report of the public API', () => {
  test('be what the sources export', async ({ assert }) => {
    const kept = await readFile(join(PROJECT, API_REPORT), 'utf8')
    const isFresh = kept === (await apiReport(PROJECT))
    assert.isTrue(isFresh, `${API_REPORT} is not up to date; run: npm run api:report`)
  })
})
