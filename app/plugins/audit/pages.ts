import { describePages } from '#kernel/descriptions/main'
import { auditPermissions } from './permissions.js'

const shown = { readOnly: true } as const
const beyondTheList = { readOnly: true, list: false } as const

export const auditPages = describePages([
  {
    name: 'system.audit',
    title: 'Audit trail',
    resource: '/app/system/audit',
    permissions: { show: auditPermissions.show, export: auditPermissions.export },
    fields: [
      { name: 'createdAt', label: 'Time', type: 'instant', filter: 'range', ...shown },
      {
        name: 'actorId',
        label: 'Who',
        type: 'reference',
        reference: { resource: '/app/people', label: 'nickname' },
        shows: 'actorName',
        filter: 'equals',
        ...shown,
      },
      { name: 'action', label: 'Action', type: 'text', filter: 'equals', ...shown },
      { name: 'type', label: 'Kind', type: 'text', filter: 'equals', ...shown },
      { name: 'subjectId', label: 'Id', type: 'text', filter: 'equals', ...shown },
      { name: 'name', label: 'Name', type: 'text', ...shown },
      {
        name: 'outcome',
        label: 'Outcome',
        type: 'choice',
        choices: [
          { value: 'done', label: 'Done' },
          { value: 'refused', label: 'Refused' },
        ],
        filter: 'equals',
        ...shown,
      },
      { name: 'reason', label: 'Reason', type: 'text', filter: 'equals', ...beyondTheList },
      { name: 'permission', label: 'Permission', type: 'text', filter: 'equals', ...shown },
      { name: 'operation', label: 'Operation', type: 'text', filter: 'contains', ...beyondTheList },
      { name: 'systemReason', label: 'System, because', type: 'text', ...beyondTheList },
      { name: 'address', label: 'IP address', type: 'text', filter: 'equals', ...beyondTheList },
      { name: 'requestId', label: 'Request', type: 'text', filter: 'equals', ...beyondTheList },
      { name: 'sealed', label: 'Sealed', type: 'boolean', ...beyondTheList },
      { name: 'before', label: 'Before', type: 'json', ...beyondTheList },
      { name: 'after', label: 'After', type: 'json', ...beyondTheList },
    ],
    sorts: ['id', 'createdAt'],
    defaultSort: '-id',
  },
])
