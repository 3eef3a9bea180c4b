import app from '@adonisjs/core/services/app'
import type { EditorConfig } from '#plugins/documents/main'
import { Sweep } from '../../app/plugins/documents/editing/sweep.js'
import type { Editor } from '../fakes/document_server/editor.js'
import type { EditorStage, StagedConfig } from './editor_stage.js'

interface Lost {
  text?: string
  /** Of the editor, from then on. */
  settingsThen?: Partial<EditorConfig>
}

/** Closes it while nothing is heard of it: the document server keeps what it cannot deliver. */
export async function lose(
  stage: EditorStage,
  editor: Editor,
  settingsThen?: Partial<EditorConfig>
) {
  stage.configure({ enabled: false })
  const delivered = await editor.close()
  stage.configure(settingsThen)
  return delivered
}

/** Somebody opens it, changes something, and closes it unheard. */
export async function loseWork(
  stage: EditorStage,
  config: StagedConfig,
  { text = 'Lost on its way.', settingsThen }: Lost = {}
) {
  const editor = await stage.server.open(config)
  editor.edit(text)
  return lose(stage, editor, settingsThen)
}

/** Takes over what the document server keeps. */
export async function sweep() {
  return (await app.container.make(Sweep)).handle()
}

/** What one test leaves with the document server is not another's. */
export function forgetKept({ server: { store } }: EditorStage): void {
  for (const key of store.forgottenKeys()) store.deleteForgotten(key)
}
