import { shownName } from '#kernel/contracts/main'

/** Bytes of UTF-8 that file systems take. */
export const LONGEST_NAME = 255

/** What could be run by somebody who sees only the beginning of a name. */
const RUNNABLE =
  /\.(exe|com|bat|cmd|scr|pif|msi|dll|jar|js|vbs|wsf|ps1|sh|php\d?|phtml|jsp|aspx?|html?|svg|lnk|hta)(?=\.)/gi

const RESERVED = /["<>:|?*]/g

/**
 * A name that can be shown and downloaded: no folders, nothing hidden, no double extensions, of a length that every file
 * system takes. It is never used as a path.
 */
export function safeName(given: string, fallback = 'file'): string {
  const base = given.split(/[\\/]/).at(-1)!.replace(RESERVED, '')
  const clean = shownName(base, { bytes: Infinity })
    .replace(RUNNABLE, (match) => `_${match.slice(1)}`)
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
  const stem = withoutExtension(clean)
  const ending = clean.slice(stem.length)
  return (shownName(stem, { bytes: LONGEST_NAME - ending.length }) || fallback) + ending
}

/** The same of what a person calls something, in which a stroke parts no folders; its type is kept. */
export function downloadName(given: string): string {
  const name = safeName(given.replace(/[\\/]+/g, '_'))
  const extension = extensionOf(given)
  return extension !== '' && name.toLowerCase() === extension ? `file.${extension}` : name
}

/** Without the dot, in lower case; empty where there is none. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

export function withoutExtension(name: string): string {
  const extension = extensionOf(name)
  return extension === '' ? name : name.slice(0, -extension.length - 1)
}
