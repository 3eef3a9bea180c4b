import { t } from '#kernel/contracts/main'

const fault = t.object({ field: t.text(), rule: t.text(), message: t.text() })

export const draftShape = t.object(
  { plan: t.json(), warnings: t.array(t.text()) },
  { title: 'ModuleDraft' }
)

export const checkShape = t.object(
  {
    valid: t.boolean(),
    errors: t.array(fault),
    warnings: t.array(t.text()),
  },
  { title: 'PlanCheck' }
)

const previewMembers = {
  files: t.array(
    t.object({
      path: t.text(),
      content: t.text(),
      status: t.oneOf(['new', 'changed', 'unchanged']),
      diff: t.nullable(t.text()),
    })
  ),
  routes: t.array(t.object({ method: t.text(), path: t.text(), permission: t.text() })),
  permissions: t.array(t.object({ code: t.text(), title: t.text() })),
  menus: t.array(
    t.object({
      type: t.text(),
      name: t.text(),
      title: t.text(),
      path: t.nullable(t.text()),
      permission: t.text(),
    })
  ),
  digest: t.text({ description: 'What the plan is known by; `reviewed` where it is applied' }),
}

export const previewShape = t.object(previewMembers)
export { previewMembers }

export const schemasShape = t.object({ plan: t.json(), page: t.json() })
export const tableRow = t.object({ name: t.text() })

export const tableShape = t.object(
  {
    name: t.text(),
    comment: t.nullable(t.text()),
    primaryKey: t.array(t.text()),
    columns: t.array(
      t.object({
        name: t.text(),
        type: t.text(),
        nullable: t.boolean(),
        default: t.nullable(t.text()),
        primary: t.boolean(),
        unique: t.boolean(),
        comment: t.nullable(t.text()),
        references: t.nullable(t.object({ table: t.text(), column: t.text() })),
      })
    ),
  },
  { title: 'ModuleTable' }
)
