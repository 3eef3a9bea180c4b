import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { actAsSystem } from '#kernel/acting/main'
import { ok } from '#kernel/http/main'
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
  async index(_ctx: HttpContext, settings: SettingRows) {
    return ok(await settings.all())
  }

  @inject()
  async show({ params }: HttpContext, settings: SettingRows) {
    return ok(await settings.find(params.key))
  }

  @inject()
  async update({ params, request }: HttpContext, change: ChangeSetting, settings: SettingRows) {
    const { value, updatedAt } = await request.validateUsing(settingValidator)
    await change.set(params.key, value, updatedAt)
    return ok(await settings.find(params.key))
  }

  @inject()
  async destroy({ params }: HttpContext, change: ChangeSetting, settings: SettingRows) {
    await change.reset(params.key)
    return ok(await settings.find(params.key))
  }

  async history({ params, request }: HttpContext) {
    const query = await request.validateUsing(settingChangeListValidator)
    const { key } = declaredParameter(params.key)
    const page = () => settingChangeListing.page({ ...query, key })
    return ok(await actAsSystem('whoever sees a setting sees who changed it', page))
  }
}
