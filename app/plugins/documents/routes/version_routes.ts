import type { Router } from '@adonisjs/core/http'
import { t } from '#kernel/contracts/main'
import { CONTENT_HEADERS, fileErrors } from '#plugins/files/main'
import { E_BEING_EDITED, E_DOCUMENT_STATE, E_SUBMITTED_FORM, E_UNSAVED_WORK } from '../errors.js'
import { documentPermissions } from '../permissions.js'
import { formDataShape } from '../transformers/form_data_transformer.js'
import { versionShape } from '../transformers/version_transformer.js'
import {
  dropValidator,
  formDataValidator,
  versionListValidator,
} from '../validators/document_validators.js'
import { DROP, operation, READS_ONE } from './operation.js'

const VersionsController = () => import('../controllers/versions_controller.js')

const { restore, show } = documentPermissions

export default function versionRoutes(router: Router) {
  operation(router.get(':id/versions', [VersionsController, 'index']), show, {
    summary: 'Versions of a document, newest first',
    description:
      'Up to 200 at once; `page` answers older ones. Submitted forms (`submitted_form`) are among them, and are never the present version.',
    query: versionListValidator,
    answer: t.array(versionShape),
  })
  operation(router.get(':id/versions/:no/content', [VersionsController, 'content']), show, {
    summary: 'Download a version',
    description: 'Supports `Range`, `If-Range` and `If-None-Match`.',
    raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
    failures: [fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
  })
    .unaudited(READS_ONE)
    .as('version_content.show')
  operation(router.post(':id/versions/:no/restore', [VersionsController, 'restore']), restore, {
    summary: 'Restore a version as a new one',
    description: `Not of a submitted form (\`submitted_form\`). ${DROP} A user restores 30 a minute and 200 an hour.`,
    query: dropValidator,
    answer: versionShape,
    failures: [E_BEING_EDITED, E_UNSAVED_WORK, E_DOCUMENT_STATE, E_SUBMITTED_FORM],
  })
  operation(router.get(':id/versions/:no/form-data', [VersionsController, 'formData']), show, {
    summary: 'Data of a submitted form',
    description:
      'For versions of the kind `submitted_form`; 404 for others. Who reaches the document only through a share below `edit` gets their own submissions alone. Newest first, up to 100 and about 1 MB at a time; pass `before` of the answer for older ones, until it is null.',
    query: formDataValidator,
    answer: formDataShape,
  }).as('form_data.show')
}
