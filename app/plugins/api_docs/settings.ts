import { defineSettings, setting } from '#kernel/settings/main'

export const apiDocsSettings = defineSettings({
  title: 'API description',
  keys: {
    API_DOCS_ENABLED: setting.boolean({
      unset: '`true`; `false` in production',
      who: 'an installation that shows its API to others',
      doc: 'Whether the description and its page are served.',
    }),
    API_DOCS_UI_PATH: setting.text({
      default: '/docs',
      who: 'an installation where something else has that path',
      doc: 'Path of the page.',
    }),
  },
})
