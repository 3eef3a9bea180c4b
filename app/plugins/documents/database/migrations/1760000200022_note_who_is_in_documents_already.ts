import { BaseSchema } from '@adonisjs/lucid/schema'

interface EditedRow {
  id: number
  editor_key: string
  editing: string
  updated_at: Date | string
}

const BATCH = 500

/** Whoever is in the editor while this version is put in place was let in before it was recorded. */
export default class extends BaseSchema {
  async up() {
    this.defer(async (db) => {
      let last = 0
      let rows: EditedRow[] = []
      do {
        rows = await db
          .from('documents')
          .whereNot('editing', '[]')
          .where('id', '>', last)
          .orderBy('id')
          .limit(BATCH)
          .select('id', 'editor_key', 'editing', 'updated_at')
        last = rows.at(-1)?.id ?? last
        const openings = rows.flatMap(openingsOf)
        if (openings.length > 0) await db.table('document_openings').multiInsert(openings)
      } while (rows.length === BATCH)
    })
  }

  async down() {
    this.defer(async (db) => {
      await db.from('document_openings').delete()
    })
  }
}

function openingsOf({ id, editor_key, editing, updated_at }: EditedRow) {
  const inside = JSON.parse(editing) as { id: number }[]
  return inside.map((person) => ({
    document_id: id,
    editor_key,
    user_id: person.id,
    access: '',
    opened_at: updated_at,
  }))
}
