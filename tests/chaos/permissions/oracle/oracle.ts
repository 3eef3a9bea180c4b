/**
 * What must be so, whoever asks for what. The oracle sees the rows of the database and the answers, knows what
 * docs/adr/0008, 0009, docs/documents.md and docs/messaging.md promise, and asks nothing of the product.
 *
 * - **Verdict.** Nobody reads, changes or deletes a row out of their reach, or through a permission that they do not
 *   hold; what was taken from them — a role, a menu, a share, a submission, a login — counts no more on the next
 *   request. What they reach they are shown, and what they do not is answered as if it were not there.
 * - **Lists** show what is within reach: all of it, and nothing else.
 * - **Writes.** Whatever a request made, changed or took away belongs to who asked, or lies within their reach.
 * - **Nothing gained.** Nobody hands out, or changes, more than they hold.
 * - **Done** means that what was taken away is gone.
 * - **Refused** means that nothing changed.
 * - **Answers.** No 5xx, and nothing but what the API description tells of: one envelope.
 */
import { DescribedAnswers } from '#tests/helpers/described_responses/described_answers'
import type { OpenApiDocument } from '#plugins/api_docs/main'
import type { Event, Rule } from './event.js'
import { doneIsDone } from './rules/done_is_done.js'
import { listsRight } from './rules/lists_right.js'
import { nothingGained } from './rules/nothing_gained.js'
import { refusedChangesNothing } from './rules/refused_changes_nothing.js'
import { verdictKept } from './rules/verdict_kept.js'
import { writesWithin } from './rules/writes_within.js'

const RULES = [
  verdictKept,
  doneIsDone,
  listsRight,
  writesWithin,
  nothingGained,
  refusedChangesNothing,
] as const

export class Oracle {
  readonly #rules: readonly Rule[]

  constructor(document: OpenApiDocument) {
    const described = new DescribedAnswers(document)
    const answersRight: Rule = ({ request, answer }) => {
      const { path, method } = request.operation
      if (answer.status >= 500)
        return [`was answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`]
      return described.faultsOf({ path, method: method.toLowerCase() }, answer)
    }
    this.#rules = [answersRight, ...RULES]
  }

  judge(event: Event): string[] {
    return this.#rules.flatMap((rule) => rule(event))
  }
}
