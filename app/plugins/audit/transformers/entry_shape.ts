import { t } from '#kernel/contracts/main'

export const OUTCOMES = ['done', 'refused'] as const

const members = {
  id: t.id(),
  createdAt: t.instant(),
  actorId: t.nullable(t.id()),
  actorName: t.nullable(
    t.text({ description: 'Nickname of who acted, as it is now', examples: ['Ann Smith'] })
  ),
  action: t.text({
    description: '`created`, `updated`, `deleted`, or what else was done',
    examples: ['updated'],
  }),
  type: t.text({ description: 'Kind of what it was done to', examples: ['role'] }),
  subjectId: t.nullable(t.text({ description: 'Its id', examples: ['17'] })),
  name: t.nullable(t.text({ description: 'What it was called', examples: ['Sales'] })),
  outcome: t.oneOf(OUTCOMES),
  reason: t.nullable(t.text({ description: 'Code of the refusal', examples: ['E_FORBIDDEN'] })),
  permission: t.nullable(
    t.text({ description: 'Through which permission', examples: ['system:role:update'] })
  ),
  operation: t.nullable(
    t.text({
      description: 'Method and route; `null` outside of requests',
      examples: ['PUT /app/system/roles/:id'],
    })
  ),
  systemReason: t.nullable(
    t.text({
      description: 'Why the service acted without the limits of somebody’s data scope',
      examples: ['remove what was kept for long enough'],
    })
  ),
  address: t.nullable(t.text({ description: 'IP address', examples: ['192.0.2.1'] })),
  requestId: t.nullable(
    t.text({
      description: '`X-Request-Id` of the request',
      examples: ['dee42869-b362-41d0-a605-54f6db8717b0'],
    })
  ),
  sealed: t.boolean({ description: 'Whether it is in the chain that shows tampering' }),
}

export const entryShape = t.object(members, { title: 'AuditEntry' })

const values = (description: string) =>
  t.nullable(t.json({ type: 'object', additionalProperties: true, description }))

export const entryDetailShape = t.object(
  {
    ...members,
    before: values('Members that changed, as they were; secrets are masked'),
    after: values('The same members as they became'),
  },
  { title: 'AuditEntryDetail' }
)
