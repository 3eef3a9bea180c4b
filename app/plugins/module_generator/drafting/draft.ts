import type { ModulePlan } from '../plan/plan_schema.js'

/** A plan to look at and to change before anything is made of it. */
export interface Draft {
  plan: ModulePlan
  warnings: string[]
}
