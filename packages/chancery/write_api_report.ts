/** Writes the report of the public API: `npm run api:report`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API_REPORT, apiReport } from './api_report.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

await writeFile(join(ROOT, API_REPORT), await apiReport(ROOT))
