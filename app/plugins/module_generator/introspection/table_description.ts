/** A column as a database describes it. */
export interface ColumnDescription {
  name: string
  /** In the database's own words, in lower case: `varchar(255)`. */
  type: string
  nullable: boolean
  default: string | null
  primary: boolean
  unique: boolean
  comment: string | null
  /** What a foreign key of this one column refers to. */
  references: { table: string; column: string } | null
}

export interface TableDescription {
  name: string
  comment: string | null
  columns: ColumnDescription[]
  /** Names of the columns that make the primary key. */
  primaryKey: string[]
}
