import { describePages } from '#kernel/descriptions/main'
import { positionPermissions } from './permissions.js'

export const accessPages = describePages([
  {
    name: 'system.positions',
    title: 'Positions',
    resource: '/app/system/positions',
    permissions: {
      create: positionPermissions.create,
      show: positionPermissions.show,
      update: positionPermissions.update,
      delete: positionPermissions.delete,
      export: positionPermissions.export,
    },
    searchable: true,
    version: 'updatedAt',
    sorts: ['code', 'name', 'sort', 'status', 'createdAt'],
    defaultSort: 'sort',
    fields: [
      { name: 'name', label: 'Name', type: 'text', required: true, maxLength: 100 },
      { name: 'code', label: 'Code', type: 'text', required: true, maxLength: 64 },
      { name: 'sort', label: 'Sort', type: 'integer' },
      {
        name: 'status',
        label: 'Status',
        type: 'choice',
        choices: [
          { value: 'enabled', label: 'Enabled' },
          { value: 'disabled', label: 'Disabled' },
        ],
        filter: 'equals',
      },
      { name: 'createdAt', label: 'Created', type: 'instant', readOnly: true },
    ],
  },
])
