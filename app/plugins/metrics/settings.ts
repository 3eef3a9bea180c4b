import { defineSettings, E_MISSING_SETTING, setting } from '#kernel/settings/main'

export const metricsSettings = defineSettings({
  title: 'Metrics',
  keys: {
    METRICS_PORT: setting.integer({
      max: 65_535,
      who: 'an installation watched by Prometheus',
      doc: 'Port on which [metrics](deployment.md#seeing-what-runs) are shown; without it nothing is counted. Each node on one machine needs its own.',
    }),
    METRICS_HOST: setting.text({
      default: '127.0.0.1',
      who: 'a Prometheus on another machine',
      doc: 'Address to show them on; whoever reaches it reads them without a login.',
    }),
  },
  check({ METRICS_PORT }, { PORT }) {
    if (METRICS_PORT !== Number(PORT || 3333)) return
    throw new E_MISSING_SETTING(
      `METRICS_PORT is ${METRICS_PORT}, as PORT is; set it to another, or leave it out to show no metrics`
    )
  },
})
