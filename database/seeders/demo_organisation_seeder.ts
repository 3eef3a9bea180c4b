import app from '@adonisjs/core/services/app'
import { BaseSeeder } from '@adonisjs/lucid/seeders'
import { actAsSystem } from '#kernel/acting/main'
import { announce } from '#kernel/boot/main'
import { DEMO_PASSWORD, SeedDemoOrganisation, type AccessConfig } from '#plugins/access/main'

/** In development, and where it is asked for. */
export default class DemoOrganisationSeeder extends BaseSeeder {
  async run() {
    if (!app.config.get<AccessConfig>('access').seedDemoData) return

    const seed = await app.container.make(SeedDemoOrganisation)
    if (await actAsSystem('seed the demo organisation', () => seed.handle()))
      await announce(
        app,
        `The demo organisation: log in as dana, hugo or nora, password ${DEMO_PASSWORD}`
      )
  }
}
