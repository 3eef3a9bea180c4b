import { defineSettings, setting } from '#kernel/settings/main'

export const consoleSettings = defineSettings({
  title: 'Console',
  keys: {
    CONSOLE_ENABLED: setting.boolean({
      unset: '`true`; `false` in production',
      who: 'an installation whose people work in the console',
      doc: 'Whether the web console is served at `/console`.',
    }),
  },
})
