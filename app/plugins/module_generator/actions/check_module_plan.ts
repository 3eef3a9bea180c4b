import { inject } from '@adonisjs/core'
import { E_PLAN_INVALID } from '../errors.js'
import { checkPlan, type PlanCheck } from '../plan/check_plan.js'
import type { ModuleSpec } from '../plan/module_spec.js'
import type { ModulePlan } from '../plan/plan_schema.js'
import { resolvePlan } from '../plan/resolve_plan.js'
import { KnownModules } from '../queries/known_modules.js'

@inject()
export class CheckModulePlan {
  constructor(private readonly known: KnownModules) {}

  async check(document: unknown): Promise<PlanCheck> {
    return checkPlan(document, await this.known.surroundings())
  }

  /** @throws E_PLAN_INVALID naming fields and remedies */
  async resolve(document: unknown): Promise<ModuleSpec> {
    const surroundings = await this.known.surroundings()
    const { faults } = checkPlan(document, surroundings)
    if (faults.length > 0) throw new E_PLAN_INVALID(undefined, { errors: faults })
    return resolvePlan(document as ModulePlan, surroundings.targets)
  }
}
