import { currentLanguage, t } from '../../texts'

const DAY_MS = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are kept: making one is slow, and there are hundreds of rows. */
function formatted(instant: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${currentLanguage.value} ${JSON.stringify(options)}`
  const known = formats.get(key)
  const language = currentLanguage.value === 'zh' ? 'zh-CN' : 'en'
  const format = known ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  return format.format(new Date(instant))
}

export const timeOf = (instant: string): string => formatted(instant, { timeStyle: 'short' })

export const dayOf = (instant: string): string => new Date(instant).toDateString()

export function dayName(instant: string): string {
  const day = dayOf(instant)
  if (day === new Date().toDateString()) return t('messages.today')
  if (day === new Date(Date.now() - DAY_MS).toDateString()) return t('messages.yesterday')
  return formatted(instant, { dateStyle: 'full' })
}

/** The time where it is today, else the day. */
export function shortly(instant: string): string {
  if (dayOf(instant) === new Date().toDateString()) return timeOf(instant)
  const isThisYear = new Date(instant).getFullYear() === new Date().getFullYear()
  const year = isThisYear ? undefined : ('numeric' as const)
  return formatted(instant, { day: 'numeric', month: 'short', year })
}

const UNITS = ['byte', 'kilobyte', 'megabyte'] as const

export function sizeOf(bytes: number): string {
  const at = UNITS.findLastIndex((_, index) => bytes >= 1024 ** index)
  const [value, unit] = [bytes / 1024 ** Math.max(at, 0), UNITS[Math.max(at, 0)]]
  const language = currentLanguage.value === 'zh' ? 'zh-CN' : 'en'
  const options = { style: 'unit', unit, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, options).format(value)
}
