import app from '@adonisjs/core/services/app'
import { readSettings } from '#kernel/settings/main'
import access from '#plugins/access/plugin'
import type { AccessConfig } from '#plugins/access/main'

const { SEED_DEMO_DATA } = readSettings(access.settings)

const accessConfig: AccessConfig = {
  seedDemoData: SEED_DEMO_DATA ?? (!app.inProduction && !app.inTest),
}

export default accessConfig
