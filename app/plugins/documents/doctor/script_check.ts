import { inject } from '@adonisjs/core'
import { EditorSettings } from '../editor/editor_settings.js'
import { doubtful, failed, fine, type Finding } from './finding.js'
import { probe } from '../editor/probe.js'

const CHECK = 'script'

@inject()
export class ScriptCheck {
  constructor(private readonly settings: EditorSettings) {}

  async examine(): Promise<Finding> {
    const { scriptUrl, config } = this.settings
    const { status, text, fault } = await probe(scriptUrl)
    if (status === 200 && text.includes('DocsAPI')) return fine(CHECK, `${scriptUrl} is there`)

    const detail = fault
      ? `${scriptUrl}: ${fault}`
      : `${scriptUrl} answers ${status}, and not with the editor’s script`
    const remedy =
      'Set EDITOR_DOCUMENT_SERVER_URL to the address under which a browser opens the document server'
    if (fault && config.documentServerInternalUrl) {
      return doubtful(CHECK, `${detail} (from here; a browser may still reach it)`, remedy)
    }
    return failed(CHECK, detail, remedy)
  }
}
