import app from '@adonisjs/core/services/app'
import env from '#start/env'
import type { AccessConfig } from '#plugins/access/main'

const accessConfig: AccessConfig = {
  seedDemoData: env.get('SEED_DEMO_DATA', !app.inProduction && !app.inTest),
}

export default accessConfig
