export const FINDING_STATES = ['ok', 'warning', 'failed', 'skipped'] as const

export interface Finding {
  check: string
  state: (typeof FINDING_STATES)[number]
  detail: string
  /** One line; `null` where nothing needs mending. */
  remedy: string | null
}

export function fine(check: string, detail: string): Finding {
  return { check, state: 'ok', detail, remedy: null }
}

export function failed(check: string, detail: string, remedy: string): Finding {
  return { check, state: 'failed', detail, remedy }
}

export function doubtful(check: string, detail: string, remedy: string): Finding {
  return { check, state: 'warning', detail, remedy }
}

export function skipped(check: string, detail: string): Finding {
  return { check, state: 'skipped', detail, remedy: null }
}
