import { t, type Shaped } from '#kernel/contracts/main'
import { MENU_TYPES } from '../models/menu.js'
import { statusShape } from './user_transformer.js'

export const menuShape = t.object(
  {
    id: t.id(),
    parentId: t.nullable(t.id()),
    type: t.oneOf(MENU_TYPES),
    name: t.text(),
    title: t.text(),
    permission: t.nullable(t.text()),
    path: t.nullable(t.text()),
    component: t.nullable(t.text()),
    icon: t.nullable(t.text()),
    sort: t.integer(),
    visible: t.boolean(),
    keepAlive: t.boolean(),
    status: statusShape(),
    plugin: t.nullable(t.text({ description: 'The plugin that brings the row along' })),
    createdAt: t.instant(),
    updatedAt: t.instant(),
  },
  { title: 'Menu' }
)

export type MenuRow = Shaped<typeof menuShape>
