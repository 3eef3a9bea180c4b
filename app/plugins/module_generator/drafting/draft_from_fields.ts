import { inject } from '@adonisjs/core'
import { CheckModulePlan } from '../actions/check_module_plan.js'
import { E_PLAN_INVALID } from '../errors.js'
import { PLAN_VERSION, type ModulePlan } from '../plan/plan_schema.js'
import type { Draft } from './draft.js'
import { parseFieldLines } from './field_lines.js'

@inject()
export class DraftFromFields {
  constructor(private readonly plans: CheckModulePlan) {}

  /** @throws E_FIELD_LINES, E_PLAN_INVALID */
  async handle(name: string, lines: string): Promise<Draft> {
    const plan: ModulePlan = { version: PLAN_VERSION, name, fields: parseFieldLines(lines) }
    const { faults, warnings } = await this.plans.check(plan)
    if (faults.length > 0) throw new E_PLAN_INVALID(undefined, { errors: faults })
    return { plan, warnings }
  }
}
