import { inject } from '@adonisjs/core'
import { Refusal } from '#kernel/errors/main'
import { currentOperator } from '#kernel/acting/main'
import { say } from '#kernel/languages/main'
import { E_BEING_EDITED, E_UNSAVED_WORK } from '../errors.js'
import type Document from '../models/document.js'
import { orRefusal } from '../or_refusal.js'
import { assertDeletingPace } from '../paces.js'
import { DropRight } from '../rights/drop_right.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { EndSession, type Ending, type EndOptions } from '../editing/end_session.js'
import { authorOf } from '../versions/author.js'
import { putInTrash } from '../versions/trash.js'

interface Hindrance {
  document: Document
  refusal: Refusal
}

const ASKED_AT_ONCE = 10

@inject()
export class DeleteDocuments {
  constructor(
    private readonly documents: ReachableDocuments,
    private readonly endSession: EndSession,
    private readonly dropRight: DropRight
  ) {}

  async handle(ids: readonly number[], isDropping: boolean): Promise<void> {
    const operator = currentOperator()
    await assertDeletingPace(operator.id, ids.length)
    const documents = await this.documents.findAll(ids)
    const drop = await this.dropRight.of(ids, isDropping)
    const prepare = () => this.#prepare(documents, { drop })
    await this.endSession.commit(prepare, async (locked, trx) => {
      for (const { id } of locked) await putInTrash(id, authorOf(operator), trx)
    })
  }

  async #prepare(documents: readonly Document[], options: EndOptions): Promise<Ending[]> {
    const endings: Ending[] = []
    const hindrances: Hindrance[] = []
    for (let from = 0; from < documents.length; from += ASKED_AT_ONCE) {
      const some = documents.slice(from, from + ASKED_AT_ONCE)
      const found = await Promise.all(
        some.map(({ id }) => orRefusal(this.endSession.prepare(id, options)))
      )
      for (const [index, one] of found.entries()) {
        if (!(one instanceof Refusal)) endings.push(one)
        else if (one.status === 409) hindrances.push({ document: some[index]!, refusal: one })
        else throw one
      }
    }
    if (hindrances.length > 0) throw refusalOf(hindrances)
    return endings
  }
}

function refusalOf(hindrances: readonly Hindrance[]): Refusal {
  if (hindrances.length === 1) return hindrances[0]!.refusal
  const errors = hindrances.map(({ document, refusal }) => ({
    field: 'ids',
    rule: refusal.code!,
    message: say`${document.id} “${document.title}”: ${refusal.said}`,
  }))
  const isEdited = hindrances.some(({ refusal }) => refusal instanceof E_BEING_EDITED)
  const titles = hindrances.map(({ document }) => `“${document.title}”`).join(', ')
  const Reason = isEdited ? E_BEING_EDITED : E_UNSAVED_WORK
  return new Reason(say`${titles} cannot be deleted now; none was deleted`, { errors })
}
