import { inject } from '@adonisjs/core'
import { EditorSettings } from '../editor/editor_settings.js'
import { CIRCLE, CircleCheck, skippedFrom } from './circle_check.js'
import { CommandCheck, type CommandFindings } from './command_check.js'
import { failed, fine, skipped, type Finding } from './finding.js'
import { LOST_SAVES, LossesCheck } from './losses_check.js'
import { PublicAddressCheck } from './public_address_check.js'
import { ScriptCheck } from './script_check.js'

const OTHERS = [
  'script',
  'command service',
  'secret',
  'JWT',
  'clocks',
  'our address',
  ...CIRCLE,
  LOST_SAVES,
] as const

/** Finds out why the editor does not work, and says how to mend it. */
@inject()
export class ExamineEditor {
  constructor(
    private readonly settings: EditorSettings,
    private readonly script: ScriptCheck,
    private readonly command: CommandCheck,
    private readonly publicAddress: PublicAddressCheck,
    private readonly circle: CircleCheck,
    private readonly losses: LossesCheck
  ) {}

  async handle(): Promise<Finding[]> {
    const { off } = this.settings
    if (off) {
      const [fault, remedy] = off.split('; ')
      const unexamined = OTHERS.map((check) => skipped(check, 'The editor cannot be used yet'))
      return [failed('settings', fault!, sentence(remedy ?? fault!)), ...unexamined]
    }

    const [script, command, address] = await Promise.all([
      this.script.examine(),
      this.command.examine(),
      this.publicAddress.examine(),
    ])
    return [
      fine('settings', 'The editor is switched on and has all it needs'),
      script,
      ...command.findings,
      address,
      ...(await this.#examineCircle(command, address)),
      await this.losses.examine(),
    ]
  }

  async #examineCircle(command: CommandFindings, address: Finding): Promise<Finding[]> {
    const { isThere, isSigned } = command
    if (!isThere) return skippedFrom('fetching', 'The document server does not answer')
    return this.circle.examine({ isSigned, isOurs: address.state === 'ok' })
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
