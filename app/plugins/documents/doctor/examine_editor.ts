import { inject } from '@adonisjs/core'
import { EditorSettings } from '../editor/editor_settings.js'
import { CommandCheck } from './command_check.js'
import { failed, fine, skipped, type Finding } from './finding.js'
import { PublicAddressCheck } from './public_address_check.js'
import { ScriptCheck } from './script_check.js'

const OTHERS = ['script', 'command service', 'secret', 'clocks', 'our address', 'private addresses']

/** Finds out why the editor does not work, and says how to mend it. */
@inject()
export class ExamineEditor {
  constructor(
    private readonly settings: EditorSettings,
    private readonly script: ScriptCheck,
    private readonly command: CommandCheck,
    private readonly publicAddress: PublicAddressCheck
  ) {}

  async handle(): Promise<Finding[]> {
    const { off } = this.settings
    if (off) {
      const [fault, remedy] = off.split('; ')
      const unexamined = OTHERS.map((check) => skipped(check, 'The editor cannot be used yet'))
      return [failed('settings', fault!, sentence(remedy ?? fault!)), ...unexamined]
    }

    const findings = await Promise.all([
      this.script.examine(),
      this.command.examine(),
      this.publicAddress.examine(),
    ])
    return [fine('settings', 'The editor is switched on and has all it needs'), ...findings.flat()]
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
