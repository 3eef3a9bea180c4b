import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Landing } from './landing.js'
import { PageFiles } from './page_files.js'
import { pagePolicy } from './page_policy.js'
import { leadTo, sendPage, sendPageFile } from './send_page.js'

const files = new PageFiles(new URL('./assets/', import.meta.url), ['landing.css'])

@inject()
export default class LandingController {
  constructor(private readonly landing: Landing) {}

  show({ response }: HttpContext) {
    const { home, html } = this.landing
    if (home) return leadTo(response, home)
    sendPage(response, html, pagePolicy())
  }

  style({ response }: HttpContext) {
    sendPageFile(response, files.pathOf('landing.css'))
  }
}
