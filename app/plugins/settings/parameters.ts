import { defineParameters, parameter } from '#kernel/parameters/main'

/** Of the application as a whole. Front ends show them. */
export const applicationParameters = defineParameters('application', {
  name: parameter.text({
    title: 'Name of the application',
    description: 'Front ends show it beside the login and in the title of the window.',
    maxLength: 60,
    default: 'Chancery',
    public: true,
  }),
  announcement: parameter.text({
    title: 'Announcement',
    description: 'Front ends show it to everybody, before and after the login; empty for none.',
    maxLength: 1_000,
    default: '',
    public: true,
  }),
})
