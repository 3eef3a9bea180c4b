import { readFile } from 'node:fs/promises'

/** Each client, each socket and each connection to the database is one. */
const FEWEST = 4096
/** Of Linux alone. */
const LIMITS = '/proc/self/limits'

interface Warner {
  warn: (about: object, text: string) => void
}

/** Once there are as many, the system takes no connection any more, and this process never hears of it. */
export async function warnOfFewOpenFiles(logger: Warner, limits = LIMITS): Promise<void> {
  const text = await readFile(limits, 'utf8').catch(() => '')
  const limit = Number(/^Max open files\s+(\d+)/m.exec(text)?.[1] ?? Infinity)
  if (limit >= FEWEST) return
  logger.warn(
    { limit },
    `No more than ${limit} files and sockets may be open at once, and beyond them nobody gets in: raise it to ${FEWEST} or more (LimitNOFILE of a systemd unit, ulimits of a container, ulimit -n)`
  )
}
