import type { Router } from '@adonisjs/core/http'
import { pageOf, t } from '#kernel/contracts/main'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import { settingPermissions } from '../permissions.js'
import { settingChangeShape } from '../queries/setting_change_listing.js'
import { settingShape, valueShape } from '../queries/setting_rows.js'
import { settingChangeListValidator, settingValidator } from '../validators/setting_validators.js'

const SettingsController = () => import('../controllers/settings_controller.js')

/** `<plugin>.<name>` */
const KEY = { match: /^[a-z][a-z0-9_-]*\.[a-zA-Z][a-zA-Z0-9]*$/ }
const AT_ONCE = 'It counts for all nodes with the next request.'

export default function settingRoutes(router: Router) {
  router
    .get('/app/settings/public', [SettingsController, 'public'])
    .public('a login page shows them before anybody has logged in')
    .contract({
      summary: 'What everybody may know of the settings',
      description: 'Values by key, of those that are declared public.',
      answer: t.map(valueShape()),
    })
  router
    .group(() => drawSettings(router))
    .prefix('/app/system/settings')
    .where('key', KEY)
}

function drawSettings(router: Router) {
  router
    .get('', [SettingsController, 'index'])
    .permission(settingPermissions.list)
    .contract({
      summary: 'List settings',
      description:
        'All that the mounted plugins declare, in their order. Those of a plugin that is not mounted are not shown and keep their value.',
      answer: t.array(settingShape),
    })
  router
    .get(':key', [SettingsController, 'show'])
    .permission(settingPermissions.list)
    .contract({ summary: 'See a setting', answer: settingShape, failures: [E_NOT_FOUND] })
  router
    .put(':key', [SettingsController, 'update'])
    .permission(settingPermissions.update)
    .contract({
      summary: 'Change a setting',
      description: `The value is of the declared type. \`updatedAt\` as it was seen, \`null\` while the default counted: a change in between answers 409. ${AT_ONCE}`,
      body: settingValidator,
      example: { value: 10 },
      answer: settingShape,
      failures: [E_NOT_FOUND, E_CONFLICT],
    })
  router
    .delete(':key', [SettingsController, 'destroy'])
    .permission(settingPermissions.update)
    .contract({
      summary: 'Set a setting back to its default',
      description: AT_ONCE,
      answer: settingShape,
      failures: [E_NOT_FOUND, E_CONFLICT],
    })
  router
    .get(':key/history', [SettingsController, 'history'])
    .permission(settingPermissions.list)
    .contract({
      summary: 'Who changed a setting',
      description: 'The last change first. `before` and `after` are null for the default.',
      query: settingChangeListValidator,
      answer: pageOf(settingChangeShape),
      failures: [E_NOT_FOUND],
    })
}
