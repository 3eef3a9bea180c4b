import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import { unscoped } from '#kernel/data_scope/declaration'

/** The one row that says where the document server calls the service whose editing sessions these are. */
export default class EditorHome extends compose(
  BaseModel,
  unscoped('it belongs to the installation, and nobody is shown it')
) {
  static table = 'editor_homes'

  @column({ isPrimary: true })
  declare id: number

  /** `EDITOR_PUBLIC_BASE_URL`, as it was last known to be ours; `null` until then. */
  @column()
  declare address: string | null
}
