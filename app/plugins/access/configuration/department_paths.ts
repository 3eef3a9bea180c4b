import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { Department } from '#plugins/identity/main'

interface DepartmentRow {
  id: number
  parent_id: number | null
  name: string
}

/** Departments by their names from the top down, which are the same on every installation. */
export class DepartmentPaths {
  readonly #rows: ReadonlyMap<number, DepartmentRow>
  readonly #ids: ReadonlyMap<string, number[]>

  private constructor(rows: readonly DepartmentRow[]) {
    this.#rows = new Map(rows.map((row) => [row.id, row]))
    const byPath = Map.groupBy(rows, ({ id }) => JSON.stringify(this.of(id)))
    this.#ids = new Map([...byPath].map(([path, some]) => [path, some.map(({ id }) => id)]))
  }

  /** To be called by the system. */
  static async read(client: QueryClientContract = db.connection()): Promise<DepartmentPaths> {
    const query = Department.query({ client }).select('id', 'parentId', 'name')
    return new DepartmentPaths(await query.pojo<DepartmentRow>())
  }

  of(id: number): string[] {
    const names: string[] = []
    for (let row = this.#rows.get(id); row; row = this.#rows.get(row.parent_id ?? 0))
      names.unshift(row.name)
    return names
  }

  /** Several where they are called alike; none where there is none. */
  idsOf(path: readonly string[]): readonly number[] {
    return this.#ids.get(JSON.stringify(path)) ?? []
  }
}
