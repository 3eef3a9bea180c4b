/** Of a downloaded file, for the API description. */
export const CONTENT_HEADERS = {
  'ETag': 'SHA-256 of the content',
  'Accept-Ranges': '`bytes`',
  'Content-Disposition': 'The file’s name, always as an attachment',
  'Content-Range': 'The part that a 206 holds',
} as const
