import app from '@adonisjs/core/services/app'
import { announce } from '#kernel/boot/main'
import type { AccessConfig } from '../../access_config.js'
import { SeedDemoOrganisation } from '../../actions/seed_demo_organisation.js'
import { DEMO_PASSWORD } from '../../demo/organisation.js'

/** In development, and where it is asked for. */
export default async function seedSampleOrganisation() {
  if (!app.config.get<AccessConfig>('access').seedDemoData) return

  const seed = await app.container.make(SeedDemoOrganisation)
  if (await seed.handle())
    await announce(
      app,
      `The demo organisation: log in as dana, hugo or nora, password ${DEMO_PASSWORD}`
    )
}
