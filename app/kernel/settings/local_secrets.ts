import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const MADE_UP = ['APP_KEY', 'JWT_SECRET'] as const

/**
 * Outside production, makes the secrets that nobody set, once, and keeps them in a git-ignored file. Production
 * makes nothing up. A `.env` file counts as set.
 */
export function ensureLocalSecrets(root: URL): void {
  if (process.env.NODE_ENV === 'production') return

  const declared = dotEnvKeys(root)
  const missing = MADE_UP.filter((key) => !process.env[key] && !declared.has(key))
  if (missing.length === 0) return

  const secrets = remembered(root)
  for (const [key, value] of Object.entries(secrets)) {
    if (!declared.has(key)) process.env[key] ??= value
  }
}

function dotEnvKeys(root: URL): Set<string> {
  const file = new URL('.env', root)
  if (!existsSync(file)) return new Set()
  const lines = readFileSync(file, 'utf8').split('\n')
  return new Set(lines.flatMap((line) => line.match(/^\s*([A-Z0-9_]+)\s*=\s*\S/)?.[1] ?? []))
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
