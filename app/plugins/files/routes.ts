import type { Router } from '@adonisjs/core/http'
import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE } from '#kernel/errors/main'
import { numericId } from '#kernel/http/main'
import { pageOf } from '#kernel/contracts/main'
import avatarRoutes from './avatar_routes.js'
import {
  E_CONTENT_MISSING,
  E_FILE_IN_USE,
  E_FILE_TYPE,
  E_FILE_UNSAFE,
  E_RANGE,
  E_STORAGE_FULL,
} from './errors.js'
import { filePermissions } from './permissions.js'
import { fileShape, listedFileShape } from './transformers/file_transformer.js'
import { fileListValidator } from './validators/file_validators.js'
import { CONTENT_HEADERS } from './download/content_headers.js'

const FilesController = () => import('./controllers/files_controller.js')
const FileContentController = () => import('./controllers/file_content_controller.js')

export default function routes(router: Router) {
  router
    .group(() => {
      router
        .get('/', [FilesController, 'index'])
        .permission(filePermissions.list)
        .contract({
          summary: 'List files',
          query: fileListValidator,
          answer: pageOf(listedFileShape),
        })
      router
        .post('/', [FilesController, 'store'])
        .permission(filePermissions.upload)
        .contract({
          summary: 'Upload a file',
          description:
            'Its type is read from its content; a name that says otherwise is refused. One user’s files take so much room (`STORAGE_PER_USER`; 413 beyond that), and so many come in at a time (429).',
          consumes: 'multipart/form-data',
          parts: { files: { file: { description: 'The file' } } },
          answer: fileShape,
          failures: [
            E_BAD_REQUEST,
            E_PAYLOAD_TOO_LARGE,
            E_STORAGE_FULL,
            E_FILE_TYPE,
            E_FILE_UNSAFE,
          ],
        })
      router
        .get(':id', [FilesController, 'show'])
        .where('id', numericId)
        .permission(filePermissions.show)
        .contract({ summary: 'A file’s description', answer: fileShape })
      router
        .delete(':id', [FilesController, 'destroy'])
        .where('id', numericId)
        .permission(filePermissions.delete)
        .contract({ summary: 'Delete a file', failures: [E_FILE_IN_USE] })
      router
        .get(':id/content', [FileContentController, 'show'])
        .where('id', numericId)
        .permission(filePermissions.show)
        .unaudited('whoever may see one may read what is in it')
        .contract({
          summary: 'Download a file',
          description: 'Takes `Range`, `If-Range` and `If-None-Match`.',
          raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
          failures: [E_CONTENT_MISSING, E_RANGE],
        })
    })
    .prefix('/app/files')
  avatarRoutes(router)
}
