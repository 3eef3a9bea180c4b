import type { Router } from '@adonisjs/core/http'
import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE } from '#kernel/http/errors'
import { pageOf } from '#kernel/http/shape'
import { CONTENT_HEADERS, fileErrors } from '#plugins/files/main'
import { E_DOCUMENT_TYPE } from '../errors.js'
import { templatePermissions } from '../permissions.js'
import { templateShape } from '../transformers/template_transformer.js'
import {
  createTemplateValidator,
  renameTemplateValidator,
  templateListValidator,
  templateStatusValidator,
  uploadedTemplateValidator,
} from '../validators/template_validators.js'

const TemplatesController = () => import('../controllers/templates_controller.js')
const TemplateStatusController = () => import('../controllers/template_status_controller.js')
const TemplateContentController = () => import('../controllers/template_content_controller.js')

const CHANGING = 'For a template of somebody else, the data scope of the permission must be `all`.'

export default function templateRoutes(router: Router) {
  router
    .get('templates', [TemplatesController, 'index'])
    .permission(templatePermissions.list)
    .contract({
      summary: 'List templates, whoever created them',
      query: templateListValidator,
      answer: pageOf(templateShape),
    })
  router
    .post('templates', [TemplatesController, 'store'])
    .permission(templatePermissions.create)
    .contract({
      summary: 'Create a template by upload, or blank',
      description: 'It is online at once.',
      consumes: 'multipart/form-data',
      parts: {
        files: { file: { description: 'The template' } },
        fields: uploadedTemplateValidator,
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
  router
    .get('templates/:id', [TemplatesController, 'show'])
    .permission(templatePermissions.show)
    .contract({ summary: 'A template', answer: templateShape })
  router
    .put('templates/:id', [TemplatesController, 'update'])
    .permission(templatePermissions.update)
    .contract({
      summary: 'Rename a template',
      description: CHANGING,
      body: renameTemplateValidator,
      answer: templateShape,
    })
  router
    .delete('templates/:id', [TemplatesController, 'destroy'])
    .permission(templatePermissions.delete)
    .contract({
      summary: 'Delete a template; documents made from it stay',
      description: CHANGING,
    })
  router
    .put('templates/:id/status', [TemplateStatusController, 'update'])
    .permission(templatePermissions.status)
    .contract({
      summary: 'Put a template online or offline',
      description: CHANGING,
      body: templateStatusValidator,
      answer: templateShape,
    })
  router
    .get('templates/:id/content', [TemplateContentController, 'show'])
    .permission(templatePermissions.show)
    .contract({
      summary: 'Download a template',
      raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
      failures: [fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
    })
}
