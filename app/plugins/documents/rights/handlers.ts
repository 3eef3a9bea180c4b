import { inject } from '@adonisjs/core'
import type { Operator } from '#kernel/operator/operator'
import { Gate } from '#kernel/permissions/gate'
import { documentPermissions } from '../permissions.js'
import { openReviewsOfEach } from './open_reviews.js'

/**
 * Who reads a document because it was submitted to them, beyond their data scope: as long as it is under review, and as
 * long as they may review.
 */
@inject()
export class Handlers {
  constructor(private readonly gate: Gate) {}

  /** Those of them who are handlers of the document now. */
  async among(documentId: number, operators: readonly Operator[]): Promise<Set<number>> {
    return (await this.ofEach([documentId], operators)).get(documentId)!
  }

  /** The same of several documents, in as many questions. */
  async ofEach(
    documentIds: readonly number[],
    operators: readonly Operator[]
  ): Promise<Map<number, Set<number>>> {
    const reviews = await openReviewsOfEach(documentIds).select('documentId', 'handlerId')
    const asked = new Set(reviews.map(({ handlerId }) => handlerId))
    const able = new Set(await this.reviewersAmong(operators.filter(({ id }) => asked.has(id))))
    const handlers = new Map(documentIds.map((id) => [id, new Set<number>()]))
    for (const { documentId, handlerId } of reviews)
      if (able.has(handlerId)) handlers.get(documentId)!.add(handlerId)
    return handlers
  }

  async has(documentId: number, operator: Operator): Promise<boolean> {
    return (await this.among(documentId, [operator])).has(operator.id)
  }

  /** Ids of those who may review at all. */
  async reviewersAmong(operators: readonly Operator[]): Promise<number[]> {
    if (operators.length === 0) return []
    return [...(await this.gate.grantsOf(operators, documentPermissions.review.code)).keys()]
  }
}
