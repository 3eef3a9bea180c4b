import { defineParameters, parameter } from '#kernel/parameters/main'

export const moderationParameters = defineParameters('moderation', {
  reportsPerHour: parameter.integer({
    title: 'Reports of one user in an hour',
    description: 'How many messages one user reports in an hour.',
    max: 10_000,
    default: (configuration) => configuration.get('moderation.reportsPerHour'),
  }),
})
