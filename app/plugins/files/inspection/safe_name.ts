import { normalized } from '#kernel/texts/normalized'

const LONGEST = 200

/** What could be run by somebody who sees only the beginning of a name. */
const RUNNABLE =
  /\.(exe|com|bat|cmd|scr|pif|msi|dll|jar|js|vbs|wsf|ps1|sh|php\d?|phtml|jsp|aspx?|html?|svg|lnk|hta)(?=\.)/gi

/** Characters that end a name, steer a terminal or turn the direction of writing. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>:|?*]/gu

/**
 * A name that can be shown and downloaded: no folders, no control characters, no hidden or double extensions, of a
 * length that every file system takes. It is never used as a path.
 */
export function safeName(given: string, fallback = 'file'): string {
  const base = normalized(given, 'NFC').split(/[\\/]/).at(-1)!
  const clean = base
    .replace(UNSAFE, '')
    .replace(RUNNABLE, (match) => `_${match.slice(1)}`)
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
  if (clean === '') return fallback
  return shortened(clean)
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

function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= LONGEST) return name
  const extension = extensionOf(name)
  const stem = [...withoutExtension(name)].slice(0, LONGEST - extension.length - 1).join('')
  return extension === '' ? stem : `${stem}.${extension}`
}
