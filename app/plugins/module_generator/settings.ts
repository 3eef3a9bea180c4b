import { defineRetention, defineSettings, setting } from '#kernel/settings/main'

export const moduleGeneratorSettings = defineSettings({
  title: 'Module generator',
  keys: {
    MODULE_GENERATOR_ENABLED: setting.boolean({
      unset: '`true`; `false` in production',
      who: 'an installation that generates modules where it serves',
      doc: 'Whether the module generator can be called.',
    }),
    AI_BASE_URL: setting.text({
      who: 'who has a language model',
      doc: 'An endpoint that speaks the OpenAI chat API; without it prompts are answered 400.',
    }),
    AI_API_KEY: setting.secret({ who: 'who has a language model', doc: 'Its key.' }),
    AI_MODEL: setting.text({
      default: 'gpt-4o-mini',
      who: 'who has a language model',
      doc: 'Name of the model.',
    }),
  },
})

export const moduleGeneratorRetention = defineRetention({
  module_histories: {
    days: 365,
    min: 31,
    doc: 'What was done with modules, and what a model was asked.',
  },
})
