import db from '@adonisjs/lucid/services/db'
import { withCredentials } from './requests/credentials.js'
import type { Operation } from './requests/operations.js'
import { wordsOf, type Asker, type Request } from './requests/request.js'
import { verdictOn } from './oracle/verdict.js'
import type { Event } from './oracle/event.js'
import { isOfService } from './oracle/service_doings.js'
import { World } from './oracle/world.js'
import { keepLogins } from './stage/logins.js'
import { makeOrganisation } from './stage/organisation.js'
import { Person } from './stage/person.js'
import { changesBetween } from './stage/snapshot.js'
import type { Stage } from './stage/stage.js'

/** One walk: who acts, what was done so far, and what is so now. */
export class History {
  readonly script: string[] = []
  readonly complaints: string[] = []
  steps = 0

  private constructor(
    readonly stage: Stage,
    readonly people: readonly Person[],
    /** What is so now. */
    public world: World
  ) {}

  static async begin(stage: Stage, seed: number): Promise<History> {
    const before = await stage.reset()
    const { people } = await makeOrganisation(before, seed)
    const row = before.get('users')!.find(({ username }) => username === 'admin')!
    const admin = new Person('admin', Number(row.id), 'admin', process.env.ADMIN_PASSWORD!)
    const history = new History(stage, [...people, admin], new World(await stage.look()))
    await history.#furnish()
    if (seed > 0) history.say(`roles lack what seed ${seed} takes away`)
    return history
  }

  operation(method: string, path: string): Operation {
    return this.stage.operations.find((one) => one.method === method && one.path === path)!
  }

  say(line: string): void {
    this.script.push(line)
  }

  /** Sends a request, and judges what came of it. */
  async ask(wanted: Request): Promise<Event> {
    const request = withCredentials(wanted)
    const before = this.world
    const verdict = verdictOn(request, before)
    const words = wordsOf(request)
    const answer = await this.stage.send(request)
    const snapshot = await this.stage.lookWhenStill()
    const all = changesBetween(before.snapshot, snapshot)
    const after = all.length === 0 ? before : new World(snapshot)
    const changes = all.filter((change) => !isOfService(change))
    const event = { request, verdict, answer, before, after, changes }
    this.world = after
    this.steps++
    this.say(`${words} → ${answer.status}`)
    keepLogins(event, this.people)
    for (const complaint of this.stage.oracle.judge(event))
      this.complaints.push(`${words}: ${complaint}`)
    return event
  }

  /** Everybody is logged in and has something; whom nobody plays owns something, too. */
  async #furnish(): Promise<void> {
    for (const by of this.people) await this.#do(by, 'POST', '/app/auth/login', {})
    const [ada, ben, ...others] = this.people as [Person, Person, ...Person[]]
    const document = { title: 'Something', fileType: 'docx' }
    const owners = [ada, ada, ada, ben, ...others]
    for (const by of owners) await this.#do(by, 'POST', '/app/document', document)
    await this.#giveAway()
    const file = Buffer.from('just text')
    for (const by of [ada, ben, ...others]) await this.#do(by, 'POST', '/app/files', null, file)
    const memberIds = others.slice(0, 2).map(({ id }) => id)
    await this.#do(ben, 'POST', '/app/im/conversations', { name: 'Some', memberIds })
    if (this.complaints.length > 0) return
    this.script.length = 0
    this.steps = 0
  }

  async #do(
    by: Person,
    method: string,
    path: string,
    body: Request['body'],
    file: Buffer | null = null
  ): Promise<void> {
    const asker: Asker = { by, login: by.login ?? null }
    const operation = this.operation(method, path)
    await this.ask({ operation, ...asker, ids: {}, query: {}, body, file })
  }

  /** To the two who do not act. */
  async #giveAway(): Promise<void> {
    const acting = new Set(this.people.map(({ id }) => id))
    const idle = this.world.tables.users.slice(-2).filter(({ id }) => !acting.has(id))
    const documents = this.world.rows('documents').slice(0, idle.length)
    for (const [place, { id, department_id: departmentId }] of idle.entries()) {
      const values = { owner_id: id, department_id: departmentId }
      await db.from('documents').where('id', Number(documents[place]!.id)).update(values)
    }
    this.world = new World(await this.stage.look())
  }
}
