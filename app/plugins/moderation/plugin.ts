import { definePlugin } from '#kernel/plugins/main'
import access from '#plugins/access/plugin'
import audit from '#plugins/audit/plugin'
import identity from '#plugins/identity/plugin'
import messaging from '#plugins/messaging/plugin'
import menus from './menus.js'
import { moderationParameters } from './parameters.js'
import { moderationPermissions } from './permissions.js'
import { moderationRetention } from './settings.js'

export default definePlugin({
  name: 'moderation',
  description: 'Conversations of others, reported messages, and exports of what was said',
  from: import.meta.url,
  requires: [identity, access, audit, messaging],
  permissions: moderationPermissions,
  menus,
  texts: { zh: () => import('./texts/zh.js') },
  provider: () => import('./moderation_provider.js'),
  routes: () => import('./routes.js'),
  retention: moderationRetention,
  parameters: moderationParameters,
})
