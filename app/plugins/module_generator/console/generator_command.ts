import { ServiceCommand } from '#kernel/plugins/main'

/** A command of the generator. It brings the database up to date by itself, so it asks for no tables. */
export abstract class GeneratorCommand extends ServiceCommand {
  protected override get expectedPlugins() {
    return []
  }
}
