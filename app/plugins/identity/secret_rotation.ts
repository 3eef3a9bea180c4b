import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clock } from '#kernel/state/clock'

/**
 * Replaces JWT_SECRET where it is kept in a file, `.env` or the git-ignored secrets, and keeps the present one as
 * JWT_PREVIOUS_SECRET, with the time in JWT_ROTATED_AT.
 *
 * @returns the file's path, or `null` when the secret comes from the environment
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
  const lines = readFileSync(file, 'utf8').split('\n')
  const present = lines.find((line) => line.startsWith('JWT_SECRET='))?.slice('JWT_SECRET='.length)
  if (!present) return null

  const others = lines.filter((line) => !/^JWT_(SECRET|PREVIOUS_SECRET|ROTATED_AT)=/.test(line))
  const rotated = [`JWT_PREVIOUS_SECRET=${present}`, `JWT_ROTATED_AT=${clock.date().toISOString()}`]
  const kept = [`JWT_SECRET=${fresh}`, ...rotated, ...others]
  writeFileSync(file, kept.join('\n'), { mode: 0o600 })
  return fileURLToPath(file)
}

function rotateInJson(file: URL, fresh: string): string | null {
  if (!existsSync(file)) return null
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  if (!secrets.JWT_SECRET || secrets.JWT_SECRET !== process.env.JWT_SECRET) return null

  const rotated = {
    ...secrets,
    JWT_SECRET: fresh,
    JWT_PREVIOUS_SECRET: secrets.JWT_SECRET,
    JWT_ROTATED_AT: clock.date().toISOString(),
  }
  writeFileSync(file, JSON.stringify(rotated, null, 2), { mode: 0o600 })
  return fileURLToPath(file)
}
