import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Health } from './health.js'

@inject()
export default class HealthController {
  constructor(private readonly health: Health) {}

  async overall(ctx: HttpContext) {
    this.#answer(ctx, await this.health.isUp())
  }

  async readiness(ctx: HttpContext) {
    this.#answer(ctx, await this.health.isReady())
  }

  liveness(ctx: HttpContext) {
    this.#answer(ctx, true)
  }

  #answer({ response }: HttpContext, up: boolean) {
    response.status(up ? 200 : 503).send({ status: up ? 'UP' : 'DOWN' })
  }
}
