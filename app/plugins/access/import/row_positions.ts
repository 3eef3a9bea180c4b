import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Position } from '#plugins/identity/main'
import type { ImportReport } from './import_report.js'
import type { UserOfFile } from './user_rows.js'

type Named = Pick<Position, 'id' | 'name' | 'status'>

/** Finds the positions that rows name. */
export class RowPositions {
  readonly #byId: ReadonlyMap<number, Named>
  readonly #byName: ReadonlyMap<string, Named[]>

  private constructor(
    positions: readonly Named[],
    private readonly report: ImportReport
  ) {
    this.#byId = new Map(positions.map((position) => [position.id, position]))
    this.#byName = Map.groupBy(positions, ({ name }) => name)
  }

  static async of(
    users: readonly UserOfFile[],
    client: TransactionClientContract,
    report: ImportReport
  ): Promise<RowPositions> {
    const named = users.some(
      ({ positionId, positionName }) => positionId !== undefined || positionName !== undefined
    )
    return new RowPositions(named ? await allPositions(client) : [], report)
  }

  /** @returns `before` where the row names none, or none that may be given */
  of({ row, positionId, positionName }: UserOfFile, before: number | null): number | null {
    if (positionId !== undefined)
      return this.#given(row, 'positionId', positionId, this.#listed(positionId), before)
    if (positionName === undefined) return before
    const named = this.#byName.get(positionName) ?? []
    return this.#given(row, 'positionName', positionName, named, before)
  }

  #listed(id: number): Named[] {
    const position = this.#byId.get(id)
    return position ? [position] : []
  }

  #given(
    row: number,
    field: string,
    given: number | string,
    [position, ...others]: readonly Named[],
    before: number | null
  ): number | null {
    const fault = (message: string) => {
      this.report.add(row, field, message)
      return before
    }
    if (!position) return fault(`There is no position "${given}"`)
    if (others.length > 0) return fault(`Several are called "${given}"; give the id`)
    if (position.status === 'enabled' || position.id === before) return position.id
    return fault(`The position "${position.name}" is disabled`)
  }
}

function allPositions(client: TransactionClientContract): Promise<Named[]> {
  return Position.query({ client }).select('id', 'name', 'status').pojo<Named>()
}
