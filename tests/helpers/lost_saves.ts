import app from '@adonisjs/core/services/app'
import { Sweep } from '../../app/plugins/documents/editing/sweep.js'
import type { Editor } from '../fakes/document_server/editor.js'
import type { EditorStage, StagedConfig } from './editor_stage.js'

/** Closes it while nothing is heard of it: the document server keeps what it cannot deliver. */
export async function lose(stage: EditorStage, editor: Editor) {
  stage.configure({ enabled: false })
  const delivered = await editor.close()
  stage.configure()
  return delivered
}

/** Somebody opens it, changes something, and closes it unheard. */
export async function loseWork(
  stage: EditorStage,
  config: StagedConfig,
  text = 'Lost on its way.'
) {
  const editor = await stage.server.open(config)
  editor.edit(text)
  return lose(stage, editor)
}

/** Takes over what the document server keeps. */
export async function sweep() {
  return (await app.container.make(Sweep)).handle()
}

/** What one test leaves with the document server is not another's. */
export function forgetKept({ server: { store } }: EditorStage): void {
  for (const key of store.forgottenKeys()) store.deleteForgotten(key)
}
