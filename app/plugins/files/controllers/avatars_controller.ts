import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { SetAvatar } from '../actions/set_avatar.js'
import { AvatarFiles } from '../avatars/avatar_files.js'
import { PictureReceiver } from '../avatars/picture_receiver.js'
import { sendFile } from '../download/send_file.js'
import { FileStore } from '../file_store.js'

export default class AvatarsController {
  @inject()
  async show(ctx: HttpContext, avatars: AvatarFiles, store: FileStore) {
    await sendFile(ctx, store, await avatars.find(String(ctx.params.key)))
    ctx.response.header('Cache-Control', 'public, max-age=31536000, immutable')
  }

  @inject()
  async store(ctx: HttpContext, receiver: PictureReceiver, setAvatar: SetAvatar) {
    await using picture = await receiver.receive(ctx)
    return ok({ avatar: await setAvatar.handle(ctx.operator, picture) })
  }

  @inject()
  async destroy({ operator }: HttpContext, setAvatar: SetAvatar) {
    await setAvatar.remove(operator)
    return ok()
  }
}
