import app from '@adonisjs/core/services/app'
import { readSettings } from '#kernel/settings/main'
import { accessSettings } from '#plugins/access/settings'
import type { AccessConfig } from '#plugins/access/main'

const { SEED_DEMO_DATA } = readSettings(accessSettings)

const accessConfig: AccessConfig = {
  seedDemoData: SEED_DEMO_DATA ?? (!app.inProduction && !app.inTest),
}

export default accessConfig
