import { globSync } from 'node:fs'

interface Suite {
  name: string
  files: unknown
}

const PART = /^(\d+)\/(\d+)$/

/**
 * A part of all specs, so that several runs beside each other share them.
 *
 * @param part as `1/2`, the first of two; all of them where it is absent
 * @throws RangeError for what names no part
 */
export function partOf<T extends Suite>(suites: readonly T[], part: string | undefined): T[] {
  if (!part) return [...suites]
  const [no, of] = (PART.exec(part) ?? []).slice(1).map(Number)
  if (!no || !of || no > of) throw new RangeError(`TEST_PART=${part} is no part: give 1/2 or 2/2`)
  return suites.map((suite) => {
    const all = globSync(suite.files as string[]).sort()
    return { ...suite, files: all.filter((_file, index) => index % of === no - 1) }
  })
}
