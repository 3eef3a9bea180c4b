import { readFileSync } from 'node:fs'
import type { SettingKeys } from './define_settings.js'
import { E_MISSING_SETTING } from './missing_setting.js'

/**
 * Sets the secrets for which `<KEY>_FILE` names a file, as container platforms mount them. A line break at its end is no
 * part of the secret.
 *
 * @throws E_MISSING_SETTING with one sentence that names the key and the remedy
 */
export function readSecretFiles(keys: SettingKeys, environment: NodeJS.ProcessEnv): void {
  for (const [key, { secret }] of Object.entries(keys)) {
    const file = secret && environment[`${key}_FILE`]
    if (!file) continue
    if (environment[key])
      throw new E_MISSING_SETTING(`${key} and ${key}_FILE are both set; leave one of them out`)
    environment[key] = contentOf(file, `${key}_FILE`)
  }
}

function contentOf(file: string, key: string): string {
  const content = textOf(file, key).replace(/\r?\n$/, '')
  if (content) return content
  throw new E_MISSING_SETTING(`${key} names ${file}, which is empty; write the secret into it`)
}

function textOf(file: string, key: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new E_MISSING_SETTING(
      `${key} names ${file}, which cannot be read (${code}); name a file that the service may read`
    )
  }
}
