import type { ApiClient } from '@japa/api-client'
import type { Group } from '@japa/runner/core'
import { nothing } from '#kernel/data_scope/reach'
import type { User } from '#plugins/identity/main'
import { makeOperator } from './accounts.js'
import { openGate, type OpenGate } from './open_gate.js'

/** A document, who wrote it, and a handler who sees nothing but what is handed to them. */
export class HandedPaper {
  declare client: ApiClient
  declare author: User
  declare handler: User
  declare id: number

  async submit() {
    const body = { handlerIds: [this.handler.id] }
    const submitted = await this.#post('/submit', this.author, body)
    submitted.assertStatus(200)
    return submitted
  }

  withdraw() {
    return this.client.delete(`${this.path}/submission`).loginAs(this.author)
  }

  rename() {
    return this.client.put(this.path).loginAs(this.author).json({ title: 'Other' })
  }

  /** It has another version. */
  edit() {
    return this.#post('/versions/1/restore', this.author)
  }

  decide(body: { decision: string; submissionNo?: unknown }) {
    return this.#post('/review', this.handler, body)
  }

  /** What the handler sees of it. */
  async look(): Promise<{ status: string; submissionNo: number }> {
    return (await this.client.get(this.path).loginAs(this.handler)).body().data
  }

  get path(): string {
    return `/app/document/${this.id}`
  }

  #post(rest: string, as: User, body: object = {}) {
    return this.client.post(`${this.path}${rest}`).loginAs(as).json(body)
  }
}

/** In each test of the group anew. */
export function handedPaperOf(group: Group): HandedPaper {
  const paper = new HandedPaper()
  let gate: OpenGate
  group.setup(() => {
    const opened = openGate()
    gate = opened.gate
    return opened.shut
  })
  group.each.setup(async ({ context: { client } }) => {
    const [author, handler] = [await makeOperator(), await makeOperator()]
    gate.tell(handler.id, nothing)
    const body = { fileType: 'docx', title: 'Paper' }
    const { id } = (await client.post('/app/document').loginAs(author).json(body)).body().data
    Object.assign(paper, { client, author, handler, id })
  })
  return paper
}
