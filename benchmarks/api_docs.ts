import type { Figure } from './harness/figures.js'
import type { Options } from './harness/options.js'
import { underLoad } from './harness/rounds.js'
import { raise } from './harness/stage.js'

/** What a request for the whole description costs. */
export async function benchApiDocs(options: Options): Promise<Figure[]> {
  const sides = await raise(options, { env: { API_DOCS_ENABLED: 'true' } })
  const load = { path: '/v3/api-docs', connections: 1 }
  return underLoad('api_docs: description', sides, options, () => load)
}
