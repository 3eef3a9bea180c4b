import { defineRetention, defineSettings, setting } from '#kernel/settings/main'

export const visitSettings = defineSettings({
  title: 'Visits',
  keys: {
    VISITS_LISTED: setting.integer({
      default: 200,
      min: 1,
      max: 1000,
      who: 'an office with many visitors',
      doc: 'Visits in one answer, the latest first.',
    }),
  },
})

export const visitRetention = defineRetention({
  visits: { days: 90, min: 1, doc: 'Visits, from the day they were announced.' },
})
