import { inject } from '@adonisjs/core'
import { covers, type ActingOperator, type Operator } from '#kernel/acting/main'
import { Gate } from '#kernel/permissions/main'
import type Document from '../models/document.js'
import DocumentReview from '../models/document_review.js'
import { documentPermissions } from '../permissions.js'

/** Those who read a document beyond their data scope: it is under review, submitted to them, and they may review. */
@inject()
export class Handlers {
  constructor(private readonly gate: Gate) {}

  /** Ids of those among the operators who are handlers now, by document. */
  async ofEach(
    documentIds: readonly number[],
    operators: readonly Operator[]
  ): Promise<Map<number, Set<number>>> {
    const reviews = await DocumentReview.query()
      .whereIn('documentId', [...documentIds])
      .whereNull('closedAt')
      .select('documentId', 'handlerId')
    const asked = new Set(reviews.map(({ handlerId }) => handlerId))
    const able = new Set(await this.reviewersAmong(operators.filter(({ id }) => asked.has(id))))
    const handlers = new Map(documentIds.map((id) => [id, new Set<number>()]))
    for (const { documentId, handlerId } of reviews)
      if (able.has(handlerId)) handlers.get(documentId)!.add(handlerId)
    return handlers
  }

  async has(documentId: number, operator: Operator): Promise<boolean> {
    return (await this.ofEach([documentId], [operator])).get(documentId)!.has(operator.id)
  }

  /** Who sees the document through a share alone may not. */
  async maySeeReviews(document: Document, { operator, reach }: ActingOperator): Promise<boolean> {
    const { ownerId: owner, departmentId: department } = document
    return covers(reach, { owner, department }) || this.has(document.id, operator)
  }

  /** Ids of those who may review. */
  async reviewersAmong(operators: readonly Operator[]): Promise<number[]> {
    if (operators.length === 0) return []
    return [...(await this.gate.grantsOf(operators, documentPermissions.review.code)).keys()]
  }
}
