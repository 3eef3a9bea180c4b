import type { ChanceryError } from '@chancery/http-client'
import { t, type TextKey } from '../texts'

/** What went wrong and what to do about it. The service's own message says which rule refused. */
export function textOf(error: unknown): string {
  const { status, message, errors = [] } = error as ChanceryError
  if (status === undefined) return message || t('error.unreachable')
  const general = [403, 404, 413].includes(status) ? t(`error.${status}` as TextKey) : ''
  const reasons = errors.map((one) => one.message).join(' ')
  return [general, reasons || message].filter(Boolean).join(': ')
}
