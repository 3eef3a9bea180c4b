import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { ApplyModule } from '../actions/apply_module.js'
import { PreviewModule } from '../actions/preview_module.js'
import { RegenerateModule } from '../actions/regenerate_module.js'
import { UndoModule } from '../actions/undo_module.js'
import { answerWithSteps } from '../http/answer_with_steps.js'
import { KnownModules } from '../queries/known_modules.js'
import { pageDescription } from '../page/page_description.js'
import { resolvePlan } from '../plan/resolve_plan.js'
import { moduleForDetail, moduleForList } from '../transformers/module_transformer.js'
import {
  applyValidator,
  regenerateValidator,
  undoValidator,
} from '../validators/generator_validators.js'

export default class ModulesController {
  @inject()
  async index(_ctx: HttpContext, known: KnownModules) {
    const modules = await known.applied()
    return ok(modules.map(moduleForList))
  }

  @inject()
  async show(ctx: HttpContext, known: KnownModules) {
    const module = await known.find(idParam(ctx))
    return ok(await moduleForDetail(module))
  }

  @inject()
  async page(ctx: HttpContext, known: KnownModules) {
    const { plan } = await known.find(idParam(ctx))
    return ok(pageDescription(resolvePlan(plan, await known.targets())))
  }

  @inject()
  async store(ctx: HttpContext, apply: ApplyModule, preview: PreviewModule) {
    const { plan, ...options } = await ctx.request.validateUsing(applyValidator)
    return answerWithSteps(ctx, async (steps) => {
      const described = await preview.handle(plan)
      const module = await apply.handle(plan, steps, options)
      return { ...described, ...moduleForList(module) }
    })
  }

  @inject()
  async regenerate(ctx: HttpContext, known: KnownModules, regenerate: RegenerateModule) {
    const { plan, ...options } = await ctx.request.validateUsing(regenerateValidator)
    const module = await known.find(idParam(ctx))
    return answerWithSteps(ctx, (steps) =>
      regenerate.handle(module, plan ?? module.plan, steps, options)
    )
  }

  @inject()
  async destroy(ctx: HttpContext, known: KnownModules, undo: UndoModule) {
    const { force } = await ctx.request.validateUsing(undoValidator)
    const module = await known.find(idParam(ctx))
    return answerWithSteps(ctx, async (steps) => {
      await undo.handle(module, steps, { force })
      return { ...moduleForList(module), status: 'undone' as const }
    })
  }
}
