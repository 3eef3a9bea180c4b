import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { assertUnchanged } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import { Versions } from '#kernel/state/main'
import { Position, POSITIONS_KEY, User } from '#plugins/identity/main'
import { refuseDuplicate } from '../rules/references.js'
import type {
  createPositionValidator,
  updatePositionValidator,
} from '../validators/position_validators.js'

type NewPosition = Infer<typeof createPositionValidator>
type PositionChanges = Infer<typeof updatePositionValidator>

/** Creates, changes and deletes positions. */
@inject()
export class WritePosition {
  constructor(private readonly versions: Versions) {}

  /** Resolves to the id. @throws E_CONFLICT */
  async create(values: NewPosition): Promise<number> {
    const fresh = { sort: 0, status: 'enabled' as const, ...values }
    const { id } = await Position.create(fresh).catch(codeTaken(values.code))
    return id
  }

  /** @throws E_NOT_FOUND, E_CONFLICT */
  async update(id: number, { updatedAt, ...values }: PositionChanges): Promise<void> {
    await db.transaction(async (trx) => {
      const position = await lockPosition(id, trx)
      assertUnchanged(position, updatedAt)
      position.merge(values)
      await position.save().catch(codeTaken(position.code))
    })
    await this.versions.bump(POSITIONS_KEY)
  }

  /** Deletes a position that nobody has. @throws E_NOT_FOUND, E_CONFLICT */
  async delete(id: number): Promise<void> {
    await db.transaction(async (trx) => {
      const position = await lockPosition(id, trx)
      const someone = await actAsSystem('whether somebody has a position', () =>
        User.query({ client: trx }).where('positionId', id).select('id').first()
      )
      if (someone) throw new E_CONFLICT('A position that users have cannot be deleted')
      await position.delete()
    })
  }
}

async function lockPosition(id: number, client: TransactionClientContract): Promise<Position> {
  const position = await Position.query({ client }).where('id', id).forUpdate().first()
  if (!position) throw new E_NOT_FOUND()
  return position
}

const codeTaken = (code: string) =>
  refuseDuplicate('code', say`There is already a position with the code "${code}"`)
