import { t } from '#kernel/contracts/main'
import { FINDING_STATES } from '../doctor/finding.js'

export const diagnosisShape = t.object({
  healthy: t.boolean({ description: 'No check failed' }),
  checks: t.array(
    t.object({
      check: t.text(),
      state: t.oneOf(FINDING_STATES),
      detail: t.text(),
      remedy: t.nullable(t.text({ description: 'What to do, in one line' })),
    })
  ),
})
