import { args, flags } from '@adonisjs/core/ace'
import { ServiceCommand } from '#kernel/plugins/main'
import { type Sayable } from '#kernel/languages/main'
import type { Explanation } from '../transformers/explanation_transformer.js'

export default class AccessExplain extends ServiceCommand {
  static commandName = 'access:explain'
  static description = 'Tell why a user may or may not do something'

  @args.string({ description: 'Username or id' })
  declare user: string

  @args.string({ description: 'Permission, area:subject:verb' })
  declare permission: string

  @flags.string({ description: 'Table of the rows in question' })
  declare resource?: string

  @flags.number({ description: 'The row in question' })
  declare id?: number

  async run() {
    const { actAsSystem } = await import('#kernel/acting/main')
    const { Refusal } = await import('#kernel/errors/main')
    try {
      this.#tell(await actAsSystem('explain access by command', () => this.#explain()))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.fail(String(error.errors?.[0]?.message ?? error.message))
    }
  }

  async #explain(): Promise<Sayable<Explanation>> {
    const { ExplainAccess } = await import('../explain/explain_access.js')
    const explainAccess = await this.app.container.make(ExplainAccess)
    const { permission, resource, id } = this
    return explainAccess.handle({ userId: await this.#userId(), permission, resource, id })
  }

  async #userId(): Promise<number> {
    const { User } = await import('#plugins/identity/main')
    const { E_NOT_FOUND } = await import('#kernel/errors/main')
    const { say } = await import('#kernel/languages/main')
    const found =
      (await User.findBy('username', User.normalize(this.user))) ??
      (/^\d{1,9}$/.test(this.user) ? await User.find(Number(this.user)) : null)
    if (!found) throw new E_NOT_FOUND(say`There is no user "${this.user}"`)
    return found.id
  }

  #tell({
    allowed,
    user,
    permission,
    roles,
    scope,
    predicate,
    row,
    ...told
  }: Sayable<Explanation>) {
    const where = row ? ` on ${row.resource} ${row.id}` : ''
    const verdict = `"${user.username}" ${allowed ? 'may' : 'may not'} ${permission}${where}`
    if (allowed) this.logger.success(verdict)
    else this.logger.warning(verdict)
    for (const { code, because, scope: through } of roles)
      this.logger.log(`  role ${code}: ${because}${through ? ` — ${through}` : ''}`)
    if (scope) this.logger.log(`  scope: ${scope}`)
    if (predicate) this.logger.log(`  where: ${predicate}`)
    for (const reason of told.through) this.logger.log(`  through: ${reason}`)
    for (const remedy of told.remedies) this.logger.log(`  to change it: ${remedy}`)
  }
}
