import app from '@adonisjs/core/services/app'
import type { Notice } from '#kernel/plugins/main'
import { actAsSystem } from '#kernel/acting/main'
import { operatorOf, People } from '#plugins/identity/main'
import Document from '../../app/plugins/documents/models/document.js'
import DocumentLog from '../../app/plugins/documents/models/document_log.js'
import { DocumentReaders } from '../../app/plugins/documents/rights/document_readers.js'

const QUOTED = /“([^”]+)”/g

/**
 * Whom a notice tells the title of a document that they may not see, as they are told. Of what does not say which document it is
 * of, they must see one that is called so.
 */
export function titlesBeyond(userIds: readonly number[], notice: Notice): Promise<string[]> {
  return actAsSystem('judge what people are told', async () => {
    const named = await documentsIn(notice)
    if (named.length === 0) return []
    const people = await app.container.make(People)
    const readers = await app.container.make(DocumentReaders)
    const operators = [...(await people.cardsOf(userIds)).values()].map(operatorOf)
    const reads = await readers.of(named, operators)
    const blind = userIds.filter((id) => !named.some((document) => reads(document, id)))
    return blind.map((id) => `${id} is told of “${named[0]!.title}”: ${notice.title}`)
  })
}

async function documentsIn({ title, body, data }: Notice): Promise<Document[]> {
  const text = `${title}\n${body}`
  const id = data?.documentId
  const found = Document.query()
  if (typeof id === 'number') void found.where({ id })
  else
    void found.whereIn(
      'title',
      [...text.matchAll(QUOTED)].map(([, quoted]) => quoted!)
    )
  const called = await Promise.all((await found).map(isCalledIn(text)))
  return called.flat()
}

/** As it is called, or was. */
const isCalledIn = (text: string) => async (document: Document) => {
  const renamings = await DocumentLog.query().where({ documentId: document.id, action: 'renamed' })
  const names = [document.title, ...renamings.map(({ detail }) => String(detail?.from))]
  return names.some((name) => text.includes(`“${name}”`)) ? [document] : []
}
