import type { Router } from '@adonisjs/core/http'
import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE } from '#kernel/errors/main'
import { pageOf } from '#kernel/contracts/main'
import { CONTENT_HEADERS, fileErrors } from '#plugins/files/main'
import { E_DOCUMENT_TYPE } from '../errors.js'
import { templatePermissions } from '../permissions.js'
import { templateShape } from '../transformers/template_transformer.js'
import {
  createTemplateValidator,
  templateListValidator,
  templateStatusValidator,
} from '../validators/template_validators.js'
import { renameValidator, uploadedValidator } from '../validators/title_field.js'
import { operation, READS_ONE } from './operation.js'

const TemplatesController = () => import('../controllers/templates_controller.js')

const CHANGING = 'For a template of somebody else, the data scope of the permission must be `all`.'

const { create, delete: remove, list, show, status, update } = templatePermissions

export default function templateRoutes(router: Router) {
  operation(router.get('templates', [TemplatesController, 'index']), list, {
    summary: 'List templates, whoever created them',
    query: templateListValidator,
    answer: pageOf(templateShape),
  })
  operation(router.post('templates', [TemplatesController, 'store']), create, {
    summary: 'Create a template by upload, or blank',
    description: 'It is online at once.',
    consumes: 'multipart/form-data',
    parts: {
      files: { file: { description: 'The template' } },
      fields: uploadedValidator,
    },
    body: createTemplateValidator,
    answer: templateShape,
    failures: [
      E_BAD_REQUEST,
      E_PAYLOAD_TOO_LARGE,
      E_DOCUMENT_TYPE,
      fileErrors.E_FILE_TYPE,
      fileErrors.E_FILE_UNSAFE,
      fileErrors.E_STORAGE_FULL,
    ],
  })
  operation(router.get('templates/:id', [TemplatesController, 'show']), show, {
    summary: 'A template',
    answer: templateShape,
  })
  operation(router.put('templates/:id', [TemplatesController, 'update']), update, {
    summary: 'Rename a template',
    description: CHANGING,
    body: renameValidator,
    answer: templateShape,
  })
  operation(router.delete('templates/:id', [TemplatesController, 'destroy']), remove, {
    summary: 'Delete a template; documents made from it stay',
    description: CHANGING,
  })
  operation(router.put('templates/:id/status', [TemplatesController, 'setStatus']), status, {
    summary: 'Put a template online or offline',
    description: CHANGING,
    body: templateStatusValidator,
    answer: templateShape,
  }).as('template_status.update')
  operation(router.get('templates/:id/content', [TemplatesController, 'content']), show, {
    summary: 'Download a template',
    raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
    failures: [fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
  })
    .unaudited(READS_ONE)
    .as('template_content.show')
}
