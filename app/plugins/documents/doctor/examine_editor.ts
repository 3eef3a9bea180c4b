import { inject } from '@adonisjs/core'
import { EditorSettings } from '../editor/editor_settings.js'
import { CIRCLE, CircleCheck, skippedFrom } from './circle_check.js'
import { CommandCheck } from './command_check.js'
import { doubtful, failed, fine, skipped, type Finding } from './finding.js'
import { FORGOTTEN, ForgottenCheck } from './forgotten_check.js'
import { OWN_SIDE, OwnSideCheck } from './own_side_check.js'
import { ScriptCheck } from './script_check.js'

const OTHERS = [
  ...OWN_SIDE,
  'script',
  'command service',
  'secret',
  'JWT',
  'clocks',
  ...CIRCLE,
  FORGOTTEN,
] as const

const UNANSWERED = 'The document server does not answer'
const UNSWEPT =
  'files that the document server could not deliver are not taken over, and nobody is told of sessions that end without a word'
const SWEEP_YOURSELF =
  'Set sweepMinutes of config/editor.ts, or run node ace editor:sweep every ten minutes'

@inject()
export class ExamineEditor {
  constructor(
    private readonly settings: EditorSettings,
    private readonly ownSide: OwnSideCheck,
    private readonly script: ScriptCheck,
    private readonly command: CommandCheck,
    private readonly circle: CircleCheck,
    private readonly forgotten: ForgottenCheck
  ) {}

  async handle(): Promise<Finding[]> {
    const { off } = this.settings
    if (off) {
      const [fault, remedy] = String(off).split('; ')
      const unexamined = OTHERS.map((check) => skipped(check, 'The editor cannot be used yet'))
      return [failed('settings', fault!, sentence(remedy ?? fault!)), ...unexamined]
    }

    const [own, script, command] = await Promise.all([
      this.ownSide.examine(),
      this.script.examine(),
      this.command.examine(),
    ])
    return [
      this.#settings(),
      ...own.findings,
      script,
      ...command.findings,
      ...(command.isThere ? await this.circle.examine(own) : skippedFrom('fetching', UNANSWERED)),
      await this.forgotten.examine(command),
    ]
  }

  #settings(): Finding {
    if (this.settings.config.sweepMinutes > 0)
      return fine('settings', 'The editor is switched on and has all it needs')
    return doubtful('settings', `sweepMinutes of config/editor.ts is 0: ${UNSWEPT}`, SWEEP_YOURSELF)
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
