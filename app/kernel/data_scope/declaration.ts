import type { NormalizeConstructor } from '@adonisjs/core/types/helpers'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { E_MODEL_UNDECLARED } from './errors.js'
import type { FurtherReach } from './further_reach.js'

export interface ScopeColumns {
  /** Attribute that holds the owning operator's id; a model of operators names its own `id`. */
  owner?: string
  /** Attribute that holds the id of the department a row belongs to. */
  department?: string
  /**
   * Whether new rows get owner and department from the acting operator and from nothing else (default).
   * `false` for models whose ownership is data that administrators edit, as with users.
   */
  stamps?: boolean
  /** Attributes that may be shown as the name of a row to operators who may not see the row. */
  labels?: readonly string[]
  /** Rows reached beside those of the owner and the departments, such as shared ones. */
  alsoThrough?: FurtherReach
}

export type DataScope =
  | { readonly kind: 'scoped'; readonly columns: Readonly<ScopeColumns> }
  | { readonly kind: 'unscoped'; readonly reason: string }

type Declared<Model> = Model & { readonly dataScope: DataScope }

/**
 * Declares which columns hold the owner and the department of a model's rows. Every query is limited to the reach of the
 * acting operator, and throws without one.
 *
 * ```ts
 * class Order extends compose(BaseModel, scopedBy({ owner: 'ownerId', department: 'departmentId' })) {}
 * ```
 */
export function scopedBy(columns: ScopeColumns) {
  return declaring({ kind: 'scoped', columns: Object.freeze({ ...columns }) })
}

/**
 * Declares that a model's rows are not limited by reach.
 *
 * @param reason why they need not be
 */
export function unscoped(reason: string) {
  return declaring({ kind: 'unscoped', reason })
}

function declaring(dataScope: DataScope) {
  return <Model extends NormalizeConstructor<LucidModel>>(superclass: Model): Declared<Model> => {
    class DeclaredModel extends superclass {
      static readonly dataScope = Object.freeze(dataScope)
    }
    return DeclaredModel
  }
}

/** @throws E_MODEL_UNDECLARED */
export function dataScopeOf(model: LucidModel): DataScope {
  const { dataScope } = model as LucidModel & { dataScope?: DataScope }
  if (dataScope) return dataScope

  throw new E_MODEL_UNDECLARED(
    `Model "${model.name}" does not say whose rows it keeps; extend compose(BaseModel, scopedBy({ owner: …, department: … })) or compose(BaseModel, unscoped("reason")).`
  )
}
