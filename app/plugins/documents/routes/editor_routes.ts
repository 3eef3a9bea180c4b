import type { Router } from '@adonisjs/core/http'
import {
  E_BAD_REQUEST,
  E_NOT_FOUND,
  E_PAYLOAD_TOO_LARGE,
  E_TOO_MANY_REQUESTS,
} from '#kernel/http/errors'
import { numericId } from '#kernel/http/params'
import { CONTENT_HEADERS, fileErrors } from '#plugins/files/main'
import { callbackBody } from '../editor/callback_body.js'
import {
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

const EditorConfigController = () => import('../controllers/editor_config_controller.js')
const ContentController = () => import('../controllers/content_controller.js')
const ForceSaveController = () => import('../controllers/force_save_controller.js')
const HistoryController = () => import('../controllers/history_controller.js')
const DiagnosisController = () => import('../controllers/diagnosis_controller.js')
const ProbeController = () => import('../controllers/probe_controller.js')
const CallbackController = () => import('../controllers/callback_controller.js')

export default function editorRoutes(router: Router) {
  router
    .get(':id/editor-config', [EditorConfigController, 'show'])
    .where('id', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'Configuration that opens a document in the editor',
      description:
        '`data` goes to `new DocsAPI.DocEditor(id, data)` once `scriptUrl` is loaded. Who may not edit gets a viewer.',
      query: editorConfigValidator,
      answer: editorConfigShape,
      failures: [E_EDITOR_OFF],
    })
  router
    .get('content/:id', [ContentController, 'show'])
    .where('id', numericId)
    .public('the document server comes with a token that names document and file')
    .contract({
      summary: 'Content of a document, for the document server',
      query: urlTokenValidator,
      raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
      failures: [E_EDITOR_TOKEN, fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
    })
  router
    .post('callback/:id', [CallbackController, 'store'])
    .where('id', numericId)
    .public('the document server comes with a token that names document and key')
    .contract({
      summary: 'What the document server says of an editing session',
      description:
        'Every answer has a top-level `error`: 0 when it was taken. A 503 asks for another try, a 4xx is for good.',
      query: urlTokenValidator,
      body: callbackValidator,
      ownBody: callbackBody,
      raw: { type: 'application/json', shape: callbackAnswerShape },
      failures: [E_EDITOR_TOKEN, E_EDITOR_URL, E_BAD_REQUEST, E_NOT_FOUND, E_PAYLOAD_TOO_LARGE],
      failureMembers: { error: 1 },
    })
  sessionRoutes(router)
}

function sessionRoutes(router: Router) {
  router
    .post(':id/force-save', [ForceSaveController, 'store'])
    .where('id', numericId)
    .permission(documentPermissions.edit)
    .contract({
      summary: 'Save what is being edited, and wait for the version',
      description:
        'The version holds all that was changed before the call. Where nothing was since the last save, the present one is answered; that takes some seconds, in which a save begun elsewhere would come. 429 where too many of the caller’s failed within a minute.',
      answer: versionShape,
      failures: [E_NOT_EDITED, E_UNSAVED_WORK, E_EDITOR_OFF, E_TOO_MANY_REQUESTS],
    })
  router
    .get(':id/history', [HistoryController, 'index'])
    .where('id', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'History, for the editor’s `refreshHistory`',
      description:
        'The newest thousand versions, oldest first. `changes` comes with the newest versions, up to 1 MiB in all; what is longer, and what is older, comes with none, and `GET …/history/{no}` shows it all the same.',
      answer: historyShape,
    })
  router
    .get(':id/history/:no', [HistoryController, 'show'])
    .where('id', numericId)
    .where('no', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'One version, for the editor’s `setHistoryData`',
      answer: historyDataShape,
      failures: [E_EDITOR_OFF],
    })
  router
    .get('editor/probe', [ProbeController, 'show'])
    .public('the document server comes with a token of the doctor’s')
    .contract({
      summary: 'A text for the document server to convert while the connection is checked',
      query: urlTokenValidator,
      raw: { type: 'application/rtf' },
      failures: [E_EDITOR_TOKEN],
    })
  router
    .get('editor/diagnosis', [DiagnosisController, 'show'])
    .permission(editorPermissions.diagnose)
    .contract({
      summary: 'Why the editor does not work, and how to mend it',
      description:
        'The document server is asked to fetch a text from here, to convert it and to hand it out, so this can take seconds.',
      answer: diagnosisShape,
    })
}
