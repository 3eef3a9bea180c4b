import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import type { RawAnswer } from '#kernel/http/main'

export const EXPORTED =
  'Takes the filters and the sort of the list and answers all of its rows within reach, as CSV or XLSX. One person has two of them written at a time, and a node four; 429 beyond that.'

/** A file of rows. */
export const EXPORT_ANSWER: RawAnswer = {
  type: '*/*',
  headers: { 'Content-Disposition': 'Name of the file' },
}

export const EXPORT_FAILURES = [E_TOO_MANY_REQUESTS]
