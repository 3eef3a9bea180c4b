import type { MenuRow } from '../transformers/menu_transformer.js'
import { columnsNamed } from './columns.js'

export const menuColumns = columnsNamed<MenuRow, keyof MenuRow>([
  'id',
  'parentId',
  'type',
  'name',
  'title',
  'permission',
  'path',
  'component',
  'icon',
  'sort',
  'visible',
  'keepAlive',
  'status',
  'plugin',
  'createdAt',
  'updatedAt',
])
