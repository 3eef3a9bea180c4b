import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Health } from './health.js'

@inject()
export default class HealthController {
  constructor(private readonly health: Health) {}

  async readiness({ response }: HttpContext) {
    const up = await this.health.isUp()
    response.status(up ? 200 : 503).send({ status: up ? 'UP' : 'DOWN' })
  }

  liveness({ response }: HttpContext) {
    response.send({ status: 'UP' })
  }
}
