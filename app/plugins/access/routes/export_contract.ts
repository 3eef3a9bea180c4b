import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import type { RouteContract } from '#kernel/http/main'

/** A list as a file, by the filters and sorts of the list. */
export function exportContract(summary: string, query: RouteContract['query']): RouteContract {
  return {
    summary,
    description:
      'Takes the filters and the sort of the list and answers all of its rows within reach, as CSV or XLSX. One person has two of them written at a time, and a node four; 429 beyond that.',
    query,
    raw: { type: '*/*', headers: { 'Content-Disposition': 'Name of the file' } },
    failures: [E_TOO_MANY_REQUESTS],
  }
}
