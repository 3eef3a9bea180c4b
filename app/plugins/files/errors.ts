import { Exception } from '@adonisjs/core/exceptions'
import { defineError } from '#kernel/errors/main'

export const E_FILE_TYPE = defineError(
  415,
  'E_FILE_TYPE',
  'The file is not of the type that its name says'
)
export const E_FILE_UNSAFE = defineError(
  422,
  'E_FILE_UNSAFE',
  'The file is damaged, or packed in a way that is not accepted'
)
export const E_STORAGE_FULL = defineError(
  413,
  'E_STORAGE_FULL',
  'Your files take as much storage as one person may have; delete some of them first'
)
export const E_FILE_IN_USE = defineError(
  409,
  'E_FILE_IN_USE',
  'The file is in use; remove what refers to it first'
)
export const E_CONTENT_MISSING = defineError(
  404,
  'E_CONTENT_MISSING',
  'The content of this file is missing from the storage'
)
export const E_RANGE = defineError(416, 'E_RANGE', 'The file has no such part')

/** Stops the boot with one sentence. */
export class E_STORAGE_UNUSABLE extends Exception {
  static code = 'E_STORAGE_UNUSABLE'
  static status = 500
  readonly remedied = true
}
