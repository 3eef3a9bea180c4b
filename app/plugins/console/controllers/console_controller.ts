import { readFile } from 'node:fs/promises'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { EmbeddedOrigins, leadTo, pagePolicy, sendPage } from '#kernel/pages/main'
import { consoleFile } from '../console_files.js'
import { E_NOT_BUILT } from '../errors.js'

/** Their names change with their content. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

export default class ConsoleController {
  /** With a slash at the end, so that its relative addresses lead below it, behind any prefix. */
  @inject()
  async index({ request, response }: HttpContext, origins: EmbeddedOrigins) {
    if (!request.url().endsWith('/')) return leadTo(response, 'console/')
    const page = consoleFile('index.html')
    if (!page) throw new E_NOT_BUILT()
    sendPage(response, await readFile(page, 'utf8'), policyWith(await origins.all()))
  }

  file({ params, response }: HttpContext) {
    const name = params['*'].join('/')
    const path = name === 'index.html' ? undefined : consoleFile(name)
    if (!path) throw new E_NOT_FOUND()
    response.header('X-Content-Type-Options', 'nosniff')
    response.header('Cache-Control', name.startsWith('files/') ? FOR_GOOD : 'no-cache')
    response.download(path)
  }
}

function policyWith(origins: readonly string[]): string {
  const embedded = origins.length > 0 && {
    'script-src': ["'self'", ...origins].join(' '),
    'frame-src': origins.join(' '),
    // The script of the editor gives its frame a style.
    'style-src-attr': "'unsafe-inline'",
  }
  return pagePolicy({ 'img-src': "'self' data: blob:", 'font-src': "'self'", ...embedded })
}
