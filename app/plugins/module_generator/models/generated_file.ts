import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import { unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'

const everybodys = unscoped('files of a module belong to the application')

/** A file as it was rendered: the base of a later merge, and the measure of drift. */
export default class GeneratedFile extends compose(BaseModel, everybodys) {
  static table = 'generated_files'
  static audit = unaudited('the history of modules tells')

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare moduleId: number

  @column()
  declare path: string

  @column()
  declare content: string
}
