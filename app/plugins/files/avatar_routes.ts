import type { Router } from '@adonisjs/core/http'
import { t } from '#kernel/contracts/main'
import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE, E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { CONTENT_HEADERS } from './download/content_headers.js'
import { E_CONTENT_MISSING, E_FILE_TYPE, E_RANGE, E_STORAGE_FULL } from './errors.js'

const AvatarsController = () => import('./controllers/avatars_controller.js')

const avatarShape = t.object(
  { avatar: t.text({ description: 'Its address, below that of the service' }) },
  { title: 'OwnAvatar' }
)

export default function avatarRoutes(router: Router) {
  router
    .post('/app/auth/avatar', [AvatarsController, 'store'])
    .signedIn('everybody may choose their own picture')
    .contract({
      summary: 'Choose one’s own picture',
      description:
        'PNG, JPEG, WebP or GIF by its content, whatever its name, up to 1 MB; kept as it is, with its metadata. It takes the place of the picture or link before, counts among one’s files, and its address can be seen wherever the person is shown. Twenty times a minute.',
      consumes: 'multipart/form-data',
      parts: { files: { file: { description: 'The picture' } } },
      answer: avatarShape,
      failures: [
        E_BAD_REQUEST,
        E_PAYLOAD_TOO_LARGE,
        E_STORAGE_FULL,
        E_FILE_TYPE,
        E_TOO_MANY_REQUESTS,
      ],
    })
  router
    .delete('/app/auth/avatar', [AvatarsController, 'destroy'])
    .signedIn('everybody may do without a picture')
    .contract({
      summary: 'Remove one’s own picture',
      description: 'Also one that is a link.',
      failures: [E_TOO_MANY_REQUESTS],
    })
  router
    .get('/app/avatars/:key', [AvatarsController, 'show'])
    .where('key', /^[0-9a-f]{32}$/)
    .public('whoever knows the address was shown the person')
    .contract({
      summary: 'Somebody’s picture',
      description:
        'As `avatar` of a person names it, for `<img>`, which sends no token. The address cannot be guessed, is another for each picture, and may be cached for good; one that its person no longer has answers 404.',
      raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
      failures: [E_CONTENT_MISSING, E_RANGE],
    })
}
