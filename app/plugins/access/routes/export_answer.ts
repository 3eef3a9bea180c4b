import type { RawAnswer } from '#kernel/http/route_contract'

export const EXPORTED =
  'Takes the filters and the sort of the list and answers all of its rows within reach, as CSV or XLSX.'

/** A file of rows. */
export const EXPORT_ANSWER: RawAnswer = {
  type: '*/*',
  headers: { 'Content-Disposition': 'Name of the file' },
}
