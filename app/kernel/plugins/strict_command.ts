import { BaseCommand } from '@adonisjs/core/ace'

/** A command that refuses what it would otherwise leave unread: `editor:renew-keys 1` is not meant for all documents. */
export abstract class StrictCommand extends BaseCommand {
  override async exec(): Promise<unknown> {
    const [stray] = this.parsed._
    if (stray === undefined) return super.exec()
    this.fail(`"${stray}" is one argument too many; see node ace ${this.commandName} --help`)
    return undefined
  }

  protected fail(message: string): void {
    this.exitCode = 1
    this.logger.error(message)
  }
}
