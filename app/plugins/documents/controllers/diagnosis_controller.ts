import { inject } from '@adonisjs/core'
import { ok } from '#kernel/http/envelope'
import type { HttpContext } from '@adonisjs/core/http'
import { JoinedExamination } from '../doctor/joined_examination.js'

export default class DiagnosisController {
  @inject()
  async show(_ctx: HttpContext, examination: JoinedExamination) {
    const checks = await examination.handle()
    return ok({ healthy: checks.every(({ state }) => state !== 'failed'), checks })
  }
}
