import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { actAsSystem } from '#kernel/acting/main'
import { answerLanguage, ok } from '#kernel/http/main'
import { ChangeSetting, declaredParameter } from '../actions/change_setting.js'
import { PublicSettings } from '../queries/public_settings.js'
import { settingChangeListing } from '../queries/setting_change_listing.js'
import { SettingRows } from '../queries/setting_rows.js'
import { settingChangeListValidator, settingValidator } from '../validators/setting_validators.js'

export default class SettingsController {
  @inject()
  async public(_ctx: HttpContext, settings: PublicSettings) {
    return ok(await settings.find())
  }

  @inject()
  async index(ctx: HttpContext, settings: SettingRows) {
    return ok(await settings.all(answerLanguage(ctx)))
  }

  @inject()
  async show(ctx: HttpContext, settings: SettingRows) {
    return ok(await settings.find(ctx.params.key, answerLanguage(ctx)))
  }

  @inject()
  async update(ctx: HttpContext, change: ChangeSetting, settings: SettingRows) {
    const { params } = ctx
    const { value, updatedAt } = await ctx.request.validateUsing(settingValidator)
    await change.set(params.key, value, updatedAt)
    return ok(await settings.find(params.key, answerLanguage(ctx)))
  }

  @inject()
  async destroy(ctx: HttpContext, change: ChangeSetting, settings: SettingRows) {
    const { params } = ctx
    await change.reset(params.key)
    return ok(await settings.find(params.key, answerLanguage(ctx)))
  }

  async history({ params, request }: HttpContext) {
    const query = await request.validateUsing(settingChangeListValidator)
    const { key } = declaredParameter(params.key)
    const page = () => settingChangeListing.page({ ...query, key })
    return ok(await actAsSystem('whoever sees a setting sees who changed it', page))
  }
}
