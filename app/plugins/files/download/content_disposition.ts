import { downloadName } from '../inspection/safe_name.js'

/**
 * `Content-Disposition` of a download, with a name that is safe to save, in ASCII and, where that loses something, as
 * RFC 5987 has it.
 */
export function contentDisposition(given: string): string {
  const name = downloadName(given)
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  if (plain === name) return `attachment; filename="${plain}"`
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`
}

function encoded(name: string): string {
  const wellFormed = name.toWellFormed()
  return encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )
}
