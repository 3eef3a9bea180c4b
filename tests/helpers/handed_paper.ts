import type { ApiClient } from '@japa/api-client'
import type { Group } from '@japa/runner/core'
import { everything, nothing, type Reach } from '#kernel/acting/main'
import type { User } from '#plugins/identity/main'
import { makeOperator } from './accounts.js'
import { blank, editorStage, type EditorStage } from './editor_stage.js'

/** A document, who wrote it, and a handler who sees nothing but what is handed to them. */
export class HandedPaper {
  declare client: ApiClient
  declare stage: EditorStage
  declare author: User
  declare handler: User
  declare id: number

  submit(handlerIds: unknown = [this.handler.id], as = this.author) {
    return this.#post('/submit', as, { handlerIds })
  }

  withdraw() {
    return this.client.delete(`${this.path}/submission`).loginAs(this.author)
  }

  /** Names anew who is to decide. */
  replace(...handlers: User[]) {
    const handlerIds = handlers.map(({ id }) => id)
    return this.client.put(`${this.path}/submission`).loginAs(this.author).json({ handlerIds })
  }

  rename(as = this.author) {
    return this.client.put(this.path).loginAs(as).json({ title: 'Other' })
  }

  /** It has another version. */
  edit() {
    return this.#post('/versions/1/restore', this.author)
  }

  decide(decision: string, as = this.handler, more: object = {}) {
    return this.#post('/review', as, { decision, comment: 'because', ...more })
  }

  read(as: User, rest = '') {
    return this.client.get(`${this.path}${rest}`).loginAs(as)
  }

  /** What the handler sees of it. */
  async look(): Promise<{ status: string; submissionNo: number }> {
    return (await this.read(this.handler)).body().data
  }

  /** Ids of what waits for somebody's decision. */
  async listed(as = this.handler): Promise<number[]> {
    const list = await this.client.get('/app/document?submittedToMe=true').loginAs(as)
    return list.body().data.items.map(({ id }: { id: number }) => id)
  }

  async person(reach: Reach | null = everything): Promise<User> {
    const user = await makeOperator()
    this.stage.gate.tell(user.id, reach)
    return user
  }

  blank(): Promise<number> {
    return blank(this.client, this.author, { title: 'Paper' })
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
  group.setup(async () => {
    paper.stage = await editorStage()
    return () => paper.stage.close()
  })
  group.each.setup(async ({ context: { client } }) => {
    paper.client = client
    paper.author = await paper.person()
    paper.handler = await paper.person(nothing)
    paper.id = await paper.blank()
    return () => paper.stage.configure()
  })
  return paper
}
