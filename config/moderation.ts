import { retentionDays } from '#kernel/settings/main'
import moderation from '#plugins/moderation/plugin'
import type { ModerationConfig } from '#plugins/moderation/main'

const moderationConfig: ModerationConfig = {
  reportsPerHour: 20,
  reportDays: retentionDays(moderation.retention).moderation_acts,
}

export default moderationConfig
