import type { ChanceryError } from '@chancery/http-client'
import { ElMessage } from 'element-plus/es/components/message/index.mjs'
import 'element-plus/es/components/message/style/css.mjs'
import { t, type TextKey } from '../texts'

/** What went wrong and what to do about it, in one or two sentences. The service's own message says which rule refused. */
export function textOf(error: unknown): string {
  const { status, message } = error as ChanceryError
  if (status === undefined) return message || t('error.unreachable')
  const key = `error.${status}` as TextKey
  const general = [403, 409, 413].includes(status) ? t(key) : ''
  return [general, message].filter(Boolean).join(': ')
}

export function tell(error: unknown): void {
  ElMessage({ type: 'error', message: textOf(error), duration: 6000, showClose: true })
}

export function done(text: string): void {
  ElMessage({ type: 'success', message: text })
}
