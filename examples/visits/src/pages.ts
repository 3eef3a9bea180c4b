import { describePages } from '#kernel/descriptions/main'
import { visitPermissions } from './permissions.js'

export const visitPages = describePages([
  {
    name: 'visits.visits',
    title: 'Visits',
    resource: '/app/visits',
    permissions: { create: visitPermissions.create, delete: visitPermissions.delete },
    fields: [
      {
        name: 'visitor',
        label: 'Visitor',
        type: 'text',
        required: true,
        minLength: 1,
        maxLength: 100,
      },
      { name: 'host', label: 'Host', type: 'text', required: true, minLength: 1, maxLength: 100 },
      { name: 'arrivesAt', label: 'Arrives at', type: 'instant', required: true },
    ],
  },
])
