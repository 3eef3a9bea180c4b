import type { Router } from '@adonisjs/core/http'
import {
  E_BAD_REQUEST,
  E_NOT_FOUND,
  E_PAYLOAD_TOO_LARGE,
  E_TOO_MANY_REQUESTS,
} from '#kernel/errors/main'
import { CONTENT_HEADERS, fileErrors } from '#plugins/files/main'
import { verifyCallbackToken } from '../editor/editor_callers.js'
import {
  E_BEING_EDITED,
  E_EDITOR_OFF,
  E_EDITOR_TOKEN,
  E_EDITOR_URL,
  E_NOT_EDITED,
  E_UNSAVED_WORK,
} from '../errors.js'
import { documentPermissions, editorPermissions } from '../permissions.js'
import { diagnosisShape } from '../transformers/diagnosis_transformer.js'
import { callbackAnswerShape, editorConfigShape } from '../transformers/editor_transformer.js'
import { historyDataShape, historyShape } from '../transformers/history_transformer.js'
import { versionShape } from '../transformers/version_transformer.js'
import {
  callbackValidator,
  editorConfigValidator,
  urlTokenValidator,
} from '../validators/editor_validators.js'
import { operation } from './operation.js'

const DocumentServerController = () => import('../controllers/document_server_controller.js')
const EditorController = () => import('../controllers/editor_controller.js')

const { drop, edit, show } = documentPermissions

/** A callback may contain a long history, twice; its texts are cut when they are read. */
const CALLBACK_LIMITS = {
  bytes: 10 * 1024 * 1024,
  names: Infinity,
  members: Infinity,
  anyText: true,
}

export default function editorRoutes(router: Router) {
  operation(router.get(':id/editor-config', [EditorController, 'config']), show, {
    summary: 'Configuration that opens a document in the editor',
    description:
      'Load `scriptUrl`, then pass `data` to `new DocsAPI.DocEditor(id, data)`. Without the right to edit it opens a viewer.',
    query: editorConfigValidator,
    answer: editorConfigShape,
    failures: [E_EDITOR_OFF],
  }).as('editor_config.show')
  router
    .get('content/:id', [DocumentServerController, 'content'])
    .public('the token of the document server names document and file')
    .contract({
      summary: 'Content of a document, for the document server',
      query: urlTokenValidator,
      raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
      failures: [E_EDITOR_TOKEN, fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
    })
    .as('content.show')
  router
    .post('callback/:id', [DocumentServerController, 'callback'])
    .use(verifyCallbackToken)
    .public('the token of the document server names document and key')
    .contract({
      summary: 'Callback of the document server about an editing session',
      description:
        'Every answer has a top-level `error`: 0 for success. 503 asks the document server to try again; 4xx is final.',
      query: urlTokenValidator,
      body: callbackValidator,
      json: CALLBACK_LIMITS,
      raw: { type: 'application/json', shape: callbackAnswerShape },
      failures: [E_EDITOR_TOKEN, E_EDITOR_URL, E_BAD_REQUEST, E_NOT_FOUND, E_PAYLOAD_TOO_LARGE],
      failureMembers: { error: 1 },
    })
    .as('callback.store')
  sessionRoutes(router)
}

function sessionRoutes(router: Router) {
  operation(router.delete(':id/editors/:userId', [EditorController, 'putOut']), drop, {
    summary: 'Put somebody out of a document that they edit',
    description:
      'What they changed is saved with the session; the others go on. They can open it again while they may edit it. 404 also when they are not inside.',
    failures: [E_BEING_EDITED, E_EDITOR_OFF],
  }).as('editors.destroy')
  operation(router.post(':id/force-save', [EditorController, 'forceSave']), edit, {
    summary: 'Save what is being edited, and wait for the version',
    description:
      'The version holds all changes made before the call. Without changes since the last save it answers the present version, after some seconds. 429 after too many failures of the caller in a minute.',
    answer: versionShape,
    failures: [E_NOT_EDITED, E_UNSAVED_WORK, E_EDITOR_OFF, E_TOO_MANY_REQUESTS],
  }).as('force_save.store')
  operation(router.get(':id/history', [EditorController, 'history']), show, {
    summary: 'History, for the editor’s `refreshHistory`',
    description:
      'The newest 1,000 versions, oldest first. The newest come with `changes`, up to 1 MiB in all; `GET …/history/{no}` answers those of every version.',
    answer: historyShape,
  }).as('history.index')
  operation(router.get(':id/history/:no', [EditorController, 'historyData']), show, {
    summary: 'One version, for the editor’s `setHistoryData`',
    answer: historyDataShape,
    failures: [E_EDITOR_OFF],
  }).as('history.show')
  router
    .get('editor/probe', [DocumentServerController, 'probe'])
    .public('the document server presents a token of the diagnosis')
    .contract({
      summary: 'A text for the document server to convert during the diagnosis',
      query: urlTokenValidator,
      raw: { type: 'application/rtf' },
      failures: [E_EDITOR_TOKEN],
    })
    .as('probe.show')
  operation(
    router.get('editor/diagnosis', [EditorController, 'diagnosis']),
    editorPermissions.diagnose,
    {
      summary: 'Check the connection to the document server',
      description: 'Has the document server fetch and convert a text, which can take seconds.',
      answer: diagnosisShape,
    }
  ).as('diagnosis.show')
}
