import { defineSettings, E_MISSING_SETTING, setting } from '#kernel/settings/main'

export interface AccessConfig {
  /** Whether an empty installation gets the demo organisation. */
  seedDemoData: boolean
}

export const accessSettings = defineSettings({
  title: 'Demo data',
  keys: {
    SEED_DEMO_DATA: setting.boolean({
      unset: '`true` in development',
      who: 'a developer who wants an empty database',
      doc: 'Whether the demo organisation is made, whose accounts have a known password. Production refuses `true`, and a database where one still has that password: `node ace demo:remove` deletes them.',
    }),
  },
  check({ SEED_DEMO_DATA }, { NODE_ENV }) {
    if (!SEED_DEMO_DATA || NODE_ENV !== 'production') return
    throw new E_MISSING_SETTING(
      'SEED_DEMO_DATA is true, which makes accounts with a password that everybody knows; in production leave it out'
    )
  },
})
