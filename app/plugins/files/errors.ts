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
  'Your files take as much room as those of one person may; delete some of them first'
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

/**
 * Stops the boot and commands with one sentence. A request is told that it may come again: the own storage may be back
 * by then.
 */
export class E_STORAGE_NOT_OWN extends Exception {
  static code = 'E_STORAGE_NOT_OWN'
  static status = 503
  readonly remedied = true
  readonly remedy: string

  constructor(
    readonly detail: string,
    { remedy }: { remedy: string }
  ) {
    const full = `${remedy}; if this one is meant, as after a move or a restore, stop all nodes and run node ace files:adopt`
    super(`${detail}: ${full}.`)
    this.remedy = full
  }
}
