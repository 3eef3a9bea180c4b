import { defineError } from '#kernel/errors/main'

export const E_WRITE_FAILED = defineError(
  503,
  'E_WRITE_FAILED',
  'The files could not be written, and the tree is as it was; is the disk full?'
)
