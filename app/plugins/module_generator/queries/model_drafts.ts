import { E_PLAN_UNREVIEWED } from '../errors.js'
import ModuleHistory from '../models/module_history.js'
import { planDigest } from '../plan/plan_digest.js'

/** Plans as language models drafted them. Nothing is made of one before somebody has seen what it becomes. */
export class ModelDrafts {
  /**
   * @param reviewed digest of the plan, as its preview tells it
   * @throws E_PLAN_UNREVIEWED
   */
  async assertReviewed(plan: unknown, reviewed: string | undefined): Promise<void> {
    if (await this.awaitsReview(plan, reviewed)) throw new E_PLAN_UNREVIEWED()
  }

  async awaitsReview(plan: unknown, reviewed?: string): Promise<boolean> {
    const digest = planDigest(plan)
    if (reviewed === digest) return false
    const drafted = await ModuleHistory.query()
      .where({ action: 'draft', planDigest: digest })
      .select('id')
      .first()
    return drafted !== null
  }
}
