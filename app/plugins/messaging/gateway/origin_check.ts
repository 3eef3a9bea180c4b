import type { HttpRequest } from '@adonisjs/core/http'

export type OriginRule = (origin: string) => boolean

/** Browsers always tell where a page came from; who tells nothing is no browser. Its own origin may always enter. */
export function isOriginAllowed(request: HttpRequest, rule: OriginRule): boolean {
  const origin = request.header('origin')
  if (origin === undefined) return true
  return rule(origin) || isOwn(origin, request.host())
}

function isOwn(origin: string, host: string | null): boolean {
  return host !== null && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}
