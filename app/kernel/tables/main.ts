/** Tables of CSV and XLSX, read and written. */
export { tableExports, tableImports } from './limits.js'
export { type ReadRow, type TableRules, readTable } from './read_table.js'
export { receiveTable } from './receive_table.js'
export { sendTable } from './send_table.js'
export type { Cell, TableColumn } from './table.js'
export { E_TABLE, MOST_HANDED_OVER } from './table_source.js'
