import { flags } from '@adonisjs/core/ace'
import { isIdentifier } from '#kernel/http/query_parameters'
import { ServiceCommand } from '#kernel/plugins/service_command'
import type { Recovery } from '../recovery/recover_lost_saves.js'
import type { RenewalReason } from '../actions/renew_key.js'
import type { RenewedDocument, Renewing, RenewKeys } from '../actions/renew_keys.js'

const LEFT = {
  edited: 'somebody is inside; run it again once they are out, or with --drop',
  unsaved:
    'changes lie with the document server that are not saved: open it once in the editor and close it, then run this again',
} as const

export default class EditorRenewKeys extends ServiceCommand {
  static commandName = 'editor:renew-keys'
  static description =
    'Give documents new editor keys, after the database was restored from a backup'

  @flags.string({ description: 'Ids of documents, with commas between; all when left out' })
  declare documents?: string

  @flags.boolean({
    description: 'End the sessions of those who are inside; what they did is saved',
  })
  declare drop: boolean

  @flags.string({
    description:
      'restore, which is taken when left out: a backup was restored, and work may be missing; maintenance: nothing was',
  })
  declare reason?: string

  readonly #counted = { renewed: 0, good: 0, left: 0 }

  async run() {
    const documentIds = this.documents === undefined ? undefined : idsIn(this.documents)
    if (documentIds === null)
      return this.fail(`--documents is ${this.documents}; give ids with commas between, as in 1,2`)
    const { reason = 'restore' } = this
    if (!isReason(reason)) return this.fail(`--reason is ${reason}; give restore or maintenance`)

    const { RenewKeys } = await import('../actions/renew_keys.js')
    const renew = await this.app.container.make(RenewKeys)
    if (renew.off) return this.fail(renew.off)
    await this.assertShared()
    try {
      this.#sayBroughtBack(await renew.bringBack())
      await this.#renew(renew, { documentIds, isDropping: this.drop, reason })
    } catch (error) {
      const { Refusal } = await import('#kernel/http/define_error')
      if (!(error instanceof Refusal)) throw error
      this.fail(`${error.message}. What is not named yet was not looked at; run this again`)
    }
    this.#sayRenewed()
  }

  async #renew(renew: RenewKeys, renewing: Renewing): Promise<void> {
    const missing = new Set(renewing.documentIds)
    for await (const renewed of renew.handle(renewing)) {
      missing.delete(renewed.id)
      this.#count(renewed)
    }
    for (const id of missing) this.#leave(`document ${id}: there is none`)
  }

  #count({ id, title, outcome, reason }: RenewedDocument): void {
    if (outcome === 'renewed' || outcome === 'good') {
      this.#counted[outcome] += 1
      return
    }
    this.#leave(`document ${id} “${title}”: ${outcome === 'failed' ? reason : LEFT[outcome]}`)
  }

  #leave(message: string): void {
    this.#counted.left += 1
    this.fail(message)
  }

  #sayBroughtBack({ recovered, failed, foreign }: Recovery): void {
    if (recovered > 0) this.logger.info(`${recovered} lost saves were brought back`)
    if (failed > 0) this.fail(`${failed} lost saves could not be brought back; the log says why`)
    if (foreign > 0) this.logger.warning(`${foreign} ${FOREIGN}`)
  }

  #sayRenewed(): void {
    const { renewed, good, left } = this.#counted
    const summary = `${renewed} documents have a new key, ${good} needed none, ${left} were left as they are`
    if (this.exitCode) this.logger.info(summary)
    else this.logger.success(summary)
  }
}

const FOREIGN =
  'saves lie with the document server under keys that this database does not know: of other services, or of sessions that were begun after the backup. Those can be fetched from its store of forgotten files'

function isReason(text: string): text is RenewalReason {
  return text === 'restore' || text === 'maintenance'
}

/** `null` where it is no list of ids. */
function idsIn(text: string): number[] | null {
  const ids = text.split(',').map((part) => Number(part.trim() || Number.NaN))
  return ids.every(isIdentifier) ? [...new Set(ids)] : null
}
