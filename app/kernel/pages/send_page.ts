import type { HttpContext } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/errors/main'

type Response = HttpContext['response']

/** @param policy its content security policy */
export function sendPage(response: Response, html: string, policy: string): void {
  response.header('Content-Type', 'text/html; charset=utf-8')
  response.header('Content-Security-Policy', policy)
  response.header('Referrer-Policy', 'no-referrer')
  asItIs(response)
  response.send(html)
}

/** @param path relative, so that it leads right behind any prefix */
export function leadTo(response: Response, path: string): void {
  response.status(302).header('Location', path)
  response.header('Content-Type', 'text/html; charset=utf-8').send('')
}

/**
 * @param path absolute; `undefined` for a file that no page loads
 * @throws E_NOT_FOUND
 */
export function sendPageFile(response: Response, path: string | undefined): void {
  if (!path) throw new E_NOT_FOUND()
  asItIs(response)
  response.download(path)
}

/** For whatever a page loads: asked for anew each time, and taken for nothing else than it says. */
function asItIs(response: Response): void {
  response.header('X-Content-Type-Options', 'nosniff')
  response.header('Cache-Control', 'no-cache')
}
