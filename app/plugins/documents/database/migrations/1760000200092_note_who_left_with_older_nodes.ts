import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Whoever has left while others stayed in the editor, since all was here the last time, and whose work is therefore with
 * those who were noted already. The first release noted them in the log alone.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      insert into document_openings
        (document_id, editor_key, user_id, access, opened_at, joined_at, left_at, ended_at)
      select document_keys.document_id, document_keys.editor_key, log.operator_id, '',
        min(log.created_at), min(log.created_at), max(log.created_at), max(log.created_at)
      from documents
      inner join document_keys on document_keys.editor_key = documents.editor_key
      inner join document_logs log on log.document_id = documents.id
        and log.created_at >= document_keys.created_at
      where documents.editing <> '[]'
        and log.action in ('editing_started', 'editing_left')
        and log.detail is null and log.operator_id is not null
        and not exists (
          select 1 from document_saves
          where document_saves.editor_key = documents.editor_key
            and document_saves.outcome in ('version', 'unchanged') and document_saves.status <> 0
            and document_saves.created_at >= log.created_at
        )
        and not exists (
          select 1 from document_logs closed
          where closed.document_id = documents.id and closed.action = 'editing_ended'
            and closed.id > log.id
        )
        and not exists (
          select 1 from document_openings
          where document_openings.editor_key = documents.editor_key
            and document_openings.user_id = log.operator_id
        )
      group by document_keys.document_id, document_keys.editor_key, log.operator_id`)
  }

  /** What is true of the rows stays so. */
  async down() {}
}
