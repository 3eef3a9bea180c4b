import { defineError } from '#kernel/errors/main'
import { type Said, say } from '#kernel/languages/main'

export const E_IMPORT = defineError(
  422,
  'E_IMPORT',
  'Nothing was imported; mend the rows that are named and send the file again'
)

interface RowFault {
  row: number
  field: string
  message: Said
}

const MOST_FAULTS = 1_000

/** What is wrong with the rows of a file. */
export class ImportReport {
  readonly faults: RowFault[] = []
  count = 0

  add(row: number, field: string, message: Said): void {
    this.count += 1
    if (this.faults.length < MOST_FAULTS) this.faults.push({ row, field, message })
  }

  /** @throws E_IMPORT */
  assertFaultless(): void {
    if (this.count === 0) return
    const errors = this.faults.map(({ row, field, message }) => ({
      field: `rows.${row}.${field}`,
      rule: 'import',
      message: say`Row ${row}: ${message}`,
    }))
    throw new E_IMPORT(undefined, { errors })
  }
}
