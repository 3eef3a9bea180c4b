import { defineError } from '#kernel/errors/main'

export const E_NOT_BUILT = defineError(
  503,
  'E_NOT_BUILT',
  'The console was not built; run "npm run console:build" in the checkout'
)
