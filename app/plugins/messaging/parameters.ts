import { defineParameters, parameter } from '#kernel/parameters/main'

export const messagingParameters = defineParameters('messaging', {
  editMinutes: parameter.integer({
    title: 'Minutes in which a message can be edited',
    description: 'Counted from when it was sent; 0 for never.',
    min: 0,
    default: (configuration) => configuration.get('messaging.editMinutes'),
  }),
  recallSeconds: parameter.integer({
    title: 'Seconds in which a message can be recalled',
    description: 'By who wrote it. Those who run a group recall later as well.',
    min: 0,
    max: 31_536_000,
    default: (configuration) => configuration.get('messaging.recallSeconds'),
  }),
})
