import { Chancery } from '@chancery/http-client'

/** Address of the service: the console lies right below it, behind whatever prefix a proxy puts before. */
export const root = location.origin + location.pathname.replace(/\/console(\/.*)?$/, '')

const endings = new Set<() => void>()

/** Calls back when the session is over, here or in another tab. */
export function onSessionEnd(handler: () => void): void {
  endings.add(handler)
}

const refusals = new Set<() => void>()

/** Calls back when something was refused for want of a permission, as after a role has changed. */
export function onForbidden(handler: () => void): void {
  refusals.add(handler)
}

/** In the language that is shown, whatever the browser prefers. */
async function send(request: Request): Promise<Response> {
  request.headers.set('Accept-Language', document.documentElement.lang)
  const response = await fetch(request)
  if (response.status === 403) refusals.forEach((handler) => handler())
  return response
}

export const chancery = new Chancery({
  baseUrl: root,
  fetch: send,
  onSessionEnd: () => endings.forEach((handler) => handler()),
})
