import { Chancery, type ChanceryError } from '@chancery/http-client'

/** Address of the service: the console lies right below it, behind whatever prefix a proxy puts before. */
export const root = location.origin + location.pathname.replace(/\/console(\/.*)?$/, '')

const endings = new Set<() => void>()

/** Calls back when the session is over, here or in another tab. */
export function onSessionEnd(handler: () => void): void {
  endings.add(handler)
}

export const chancery = new Chancery({
  baseUrl: root,
  onSessionEnd: () => endings.forEach((handler) => handler()),
})

export const isRefused = (error: unknown, status: number): boolean =>
  (error as ChanceryError | null)?.status === status
