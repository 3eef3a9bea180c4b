import { inject } from '@adonisjs/core'
import { ok } from '#kernel/http/envelope'
import type { HttpContext } from '@adonisjs/core/http'
import { ExamineEditor } from '../doctor/examine_editor.js'

export default class DiagnosisController {
  @inject()
  async show(_ctx: HttpContext, examination: ExamineEditor) {
    const checks = await examination.handle()
    return ok({ healthy: checks.every(({ state }) => state !== 'failed'), checks })
  }
}
