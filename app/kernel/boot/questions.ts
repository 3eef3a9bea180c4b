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

/** Ends a command that prompts with exit code 1: without a terminal it would wait forever, or take the silence for a no. */
export function refuseQuestions({ prompt, ui }: Kernel): void {
  const refuse = async (title: string): Promise<never> => {
    ui.logger.error(
      `There is no terminal to ask "${title}": answer it by an option, such as --force; see --help`
    )
    process.exit(1)
  }
  for (const kind of KINDS) prompt[kind] = refuse
}
