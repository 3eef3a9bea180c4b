import { Exception } from '@adonisjs/core/exceptions'

/** Stops the boot with one sentence: the key, and the remedy. */
export class E_MISSING_SETTING extends Exception {
  static code = 'E_MISSING_SETTING'
  static status = 500
  readonly remedied = true
}

/** Whether it is an absolute http(s) address of a host, perhaps with a path, and nothing else. */
export function isPlainAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /[?#\s]/.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
