import { defineError } from '#kernel/errors/main'

export const E_CANNOT_CONFIGURE = defineError(
  409,
  'E_CANNOT_CONFIGURE',
  'Chancery cannot be put into this application, or taken out of it'
)
