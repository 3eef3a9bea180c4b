import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const MADE_UP = ['APP_KEY', 'JWT_SECRET'] as const

/**
 * Outside production, makes the secrets that nobody set, once, and keeps them in a git-ignored file. Production
 * makes nothing up. The `.env` files have been read by then.
 */
export function ensureLocalSecrets(root: URL): void {
  if (process.env.NODE_ENV === 'production') return

  const missing = MADE_UP.filter((key) => !process.env[key])
  if (missing.length === 0) return

  const secrets = remembered(root)
  for (const key of missing) process.env[key] = secrets[key]
}

function remembered(root: URL): Record<string, string> {
  const file = new URL('data/secrets.json', root)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))

  const secrets = Object.fromEntries(
    MADE_UP.map((key) => [key, randomBytes(32).toString('base64url')])
  )
  mkdirSync(new URL('data/', root), { recursive: true })
  try {
    writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600, flag: 'wx' })
    return secrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return JSON.parse(readFileSync(file, 'utf8'))
  }
}
