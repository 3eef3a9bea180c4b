import { fileURLToPath } from 'node:url'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Landing } from './landing.js'
import { pagePolicy } from './page_policy.js'
import { leadTo, sendPage, sendPageFile } from './send_page.js'

const STYLE = fileURLToPath(new URL('./assets/landing.css', import.meta.url))

@inject()
export default class LandingController {
  constructor(private readonly landing: Landing) {}

  show({ response }: HttpContext) {
    const { home, html } = this.landing
    if (home) return leadTo(response, home)
    sendPage(response, html, pagePolicy())
  }

  style({ response }: HttpContext) {
    sendPageFile(response, STYLE)
  }
}
