import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { clock } from '#kernel/state/main'

const NAMED = 'JWT_SECRET='

/**
 * Replaces JWT_SECRET in the file that has it, `.env` or the git-ignored secrets, and writes the present one as
 * JWT_PREVIOUS_SECRET, with the time in JWT_ROTATED_AT.
 *
 * @returns the file's path, or `null` when neither has the secret in use
 */
export function rotateSecret(root: URL): string | null {
  const fresh = randomBytes(32).toString('base64url')
  return (
    rotateInDotEnv(new URL('.env', root), fresh) ??
    rotateInJson(new URL('data/secrets.json', root), fresh)
  )
}

function rotateInDotEnv(file: URL, fresh: string): string | null {
  if (!existsSync(file)) return null
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n')
  const present = lines.findLast((line) => line.startsWith(NAMED))?.slice(NAMED.length)
  if (!present || !isInUse(parseEnv(text).JWT_SECRET)) return null
  const others = lines.filter((line) => !/^JWT_(SECRET|PREVIOUS_SECRET|ROTATED_AT)=/.test(line))
  const rotated = [`JWT_PREVIOUS_SECRET=${present}`, `JWT_ROTATED_AT=${clock.date().toISOString()}`]
  const kept = [`JWT_SECRET=${fresh}`, ...rotated, ...others]
  return writeAtomically(file, kept.join('\n'))
}

function rotateInJson(file: URL, fresh: string): string | null {
  if (!existsSync(file)) return null
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  if (!secrets.JWT_SECRET || !isInUse(secrets.JWT_SECRET)) return null

  const rotated = {
    ...secrets,
    JWT_SECRET: fresh,
    JWT_PREVIOUS_SECRET: secrets.JWT_SECRET,
    JWT_ROTATED_AT: clock.date().toISOString(),
  }
  return writeAtomically(file, JSON.stringify(rotated, null, 2))
}

/** The environment overrides the files. */
function isInUse(secret: string | undefined): boolean {
  return Boolean(secret) && secret === process.env.JWT_SECRET
}

/** Readable by its owner alone. On a full disk the file, with its other secrets, stays as it is. */
function writeAtomically(file: URL, text: string): string {
  const path = realpathSync(fileURLToPath(file))
  const unfinished = `${path}.${process.pid}.part`
  try {
    writeFileSync(unfinished, text, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  return path
}
