import type { Kernel } from '@adonisjs/core/ace'

const KINDS = [
  'ask',
  'secure',
  'list',
  'choice',
  'multiple',
  'confirm',
  'toggle',
  'autocomplete',
] as const

/**
 * Has a command that asks end with 1 and a sentence: where nobody sits at a terminal it would wait without end, or
 * take the silence for a no and end with 0. That it ends here is meant: such a no is taken for one of a person.
 */
export function refuseQuestions({ prompt, ui }: Kernel): void {
  const refuse = async (title: string): Promise<never> => {
    ui.logger.error(
      `Nobody is at a terminal to be asked "${title}": answer it by an option, such as --force; see --help`
    )
    process.exit(1)
  }
  for (const kind of KINDS) prompt[kind] = refuse
}
