import type { Figure } from './harness/figures.js'
import { megabyteDocx } from './harness/docx.js'
import { measureCalls } from './harness/load.js'
import type { Options } from './harness/options.js'
import { adminToken, bearer } from './harness/people.js'
import { prepared, underCalls } from './harness/rounds.js'
import { raise } from './harness/stage.js'

const CALLERS = 4

/** A file of 1 MB through the API, each with content of its own. */
export async function benchUpload(options: Options): Promise<Figure[]> {
  const sides = await raise(options, {
    env: { STORAGE_PER_USER: '1tb' },
    values: { 'bodies.uploadsPerUser': 100 },
  })
  const token = await prepared(sides, adminToken)
  return underCalls('upload: file of 1 MB', sides, options.rounds, (side, warmUp) =>
    measureCalls(
      side.service,
      { callers: CALLERS, seconds: warmUp ? 1 : options.seconds },
      async () => {
        const body = new FormData()
        body.set('file', new Blob([new Uint8Array(megabyteDocx())]), 'bench.docx')
        const response = await fetch(`${side.service.url}/app/files`, {
          method: 'POST',
          headers: bearer(token(side)),
          body,
        })
        await response.arrayBuffer()
        return response.ok
      }
    )
  )
}
